// Loaded first, by any version of Node: so it uses only old syntax.
'use strict'

var NEEDED = 26

/** Returns the message for an unsupported version of Node, or nothing. */
function refusal(version) {
  var major = Number(version.replace('v', '').split('.')[0])
  if (major >= NEEDED) return undefined
  return (
    'The shop needs Node ' +
    NEEDED +
    ' and this is Node ' +
    version.replace('v', '') +
    '. `npm ci` brings it along ' +
    '(Linux, macOS and Windows on x64, ARM on Linux and macOS) unless optional packages are left out; elsewhere install it.'
  )
}

module.exports = refusal

var words = refusal(process.version)
if (words) {
  console.error(words)
  process.exit(1)
}
