import { mkdirSync, writeFileSync } from 'node:fs'
import { minifySync, type Plugin } from 'vite'
import { packagesOf } from '../release/packages.ts'
import { warnOfLoss } from './client-size.ts'

/**
 * Drizzle compares kinds of objects by name, so that several copies of it work together. The built shop has one copy, where
 * `instanceof` does: 55 instead of 163 µs of processor time for a statement.
 */
export const compareKindsByClass: Plugin = {
  name: 'compare-kinds-by-class',
  apply: 'build',
  transform(code, id) {
    if (!id.endsWith('drizzle-orm/entity.js')) return undefined
    const quick = code.replace('function is(value, type) {', '$&\n  return value instanceof type;')
    if (quick === code) warnOfLoss(this, 'Drizzle compares kinds in another way')
    return quick
  },
}

/** Functions that the server writes into pages as text. */
const INLINE_SCRIPTS = /src[\\/](app[\\/]pages[\\/]defer-scripts\.server|ui[\\/]deferred[\\/]replay-events)\.ts$/

/** Minifies the text of inline scripts: the list page fits into ten packets, which is one round trip. */
export const minifyInlineScripts: Plugin = {
  name: 'minify-inline-scripts',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'ssr',
  transform(code, id) {
    if (!INLINE_SCRIPTS.test(id)) return undefined
    const short = minifySync(id, code, { module: true, compress: true, mangle: true }).code
    // The bundler prints functions with spaces again, so each one returns its text itself.
    const texts = this.parse(short).body.map((node) => {
      const it = node.type === 'ExportNamedDeclaration' ? node.declaration : node
      if (it?.type !== 'FunctionDeclaration') return ''
      return `${it.id?.name}.toString=()=>${JSON.stringify(short.slice(it.start, it.end))};`
    })
    return short + texts.join('')
  },
}

/** Lists the bundled packages, whose licences a release contains. */
export const listPackages: Plugin = {
  name: 'list-packages',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const modules = Object.values(bundle).flatMap((part) => {
        if (part.type === 'asset') return part.originalFileNames
        return Object.entries(part.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? id : []))
      })
      mkdirSync('dist', { recursive: true })
      writeFileSync(`dist/packages-${this.environment.name}.json`, JSON.stringify(packagesOf(modules)))
    },
  },
}
