// Loaded first, by any version of Node: so it uses only old syntax.
'use strict'

var NEEDED = 26

/** Returns the message for an unsupported version of Node, or nothing. */
function refusal(version) {
  if (majorOf(version) >= NEEDED) return undefined
  return ['The shop needs Node ', NEEDED, ' and this is Node ', version.replace('v', ''), '. ', wayOut()].join('')
}

/** A release has no list of packages that npm could install. */
function wayOut() {
  var list = require('node:path').join(__dirname, '../package-lock.json')
  return require('node:fs').existsSync(list)
    ? '`npm ci` brings it along (Linux, macOS and Windows on x64, ARM on Linux and macOS) unless optional packages are left out; elsewhere install it.'
    : 'Install it from https://nodejs.org.'
}

function majorOf(version) {
  return Number(version.replace('v', '').split('.')[0])
}

/** The Node that npm installed for this platform. */
function findInstalled() {
  var path = require('node:path')
  var file = process.platform === 'win32' ? 'node.exe' : 'node'
  var platform = [process.platform.replace('win32', 'win'), process.arch].join('-')
  var modules = path.join(__dirname, '../node_modules')
  var most = path.join(modules, ['node', platform].join('-'), 'bin', file)
  var other = path.join(modules, ['node-bin', platform].join('-'), 'bin', file)
  return [most, other].find(require('node:fs').existsSync)
}

/** npm 9 and 10 delete the link to it together with the packages of other platforms. */
function restoreLink(node) {
  var fs = require('node:fs')
  var path = require('node:path')
  var link = path.join(__dirname, '../node_modules/.bin/node')
  if (process.platform !== 'win32' && !fs.existsSync(link))
    fs.symlinkSync(path.relative(path.dirname(link), node), link)
}

var child

/** Runs this command by that Node, and not here. */
function runBy(node) {
  var path = require('node:path')
  require('node:module').runMain = ignore
  child = require('node:child_process').spawn(node, process.execArgv.concat(process.argv.slice(1)), {
    stdio: 'inherit',
    env: Object.assign({}, process.env, { PATH: [path.dirname(node), process.env.PATH].join(path.delimiter) }),
  })
  child.on('exit', end)
  // A terminal interrupts both.
  process.on('SIGINT', ignore)
  process.on('SIGTERM', terminate)
}

function ignore() {}

function terminate() {
  child.kill('SIGTERM')
}

function end(code) {
  process.exit(code === null ? 1 : code)
}

module.exports = refusal

var words = refusal(process.version)
// Loaded by `-r`, before a program: one that imports this would start twice.
var isFirst = module.parent && module.parent.id === 'internal/preload'
var installed = words && isFirst && majorOf(process.version) >= 20 ? findInstalled() : undefined
if (installed) {
  restoreLink(installed)
  runBy(installed)
} else if (words) {
  console.error(words)
  process.exit(1)
}
