import path from 'node:path'
import type { Plugin } from 'vite'

/** Warns that a library changed what a plugin shortens. The build goes on, so that security updates need not wait. */
export const warnOfLoss = (context: { warn: (text: string) => void }, what: string): void =>
  context.warn(`${what} by now, and the build goes without what that saved (scripts/vite)`)

/** Removes the blurred previews from the browser's code (1.9 KB): the server writes those of a page into it. */
export const omitBlurs: Plugin = {
  name: 'omit-blurs',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: (code, id) =>
    id.endsWith('static-images.gen.ts') ? code.replaceAll(/,\s*"?blur"?:\s*"[^"]*"/g, '') : undefined,
}

/** Removes the names of the routes, which only the types need (0.2 KB). */
export const omitRouteNames: Plugin = {
  name: 'omit-route-names',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    if (!id.endsWith('route-tree.gen.ts')) return undefined
    const unnamed = code.replace(/(const rootRouteChildren\b[^=]*=\s*)\{([^{}]*)\}/, (_all, before, entries) => {
      return `${before}[${entries.replaceAll(/\w+:\s*(\w+)/g, '$1')}]`
    })
    if (unnamed === code) warnOfLoss(this, 'The route tree is written in another way')
    return unnamed
  },
}

/** The shop's style sheet, and those that come with the charts and the gift card. */
const KNOWN_SHEETS = /^assets\/(index|bar-chart|gift-card)-[\w-]+\.css$/

/**
 * Removes Vite's lists of what each lazy chunk needs (2.9 KB on the list page, 12 KB in all): the shop has one style
 * sheet, React loads its own, and most of the scripts are there already.
 */
export const omitPreloadLists: Plugin = {
  name: 'omit-preload-lists',
  apply: 'build',
  transform: (_code, id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const sheets = Object.keys(bundle).filter((file) => file.endsWith('.css') && !KNOWN_SHEETS.test(file))
      if (sheets.length > 0) throw new Error(`Import these with ?url: ${sheets.join(', ')}`)
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk') continue
        const alone = part.code
          .replace(/^const __vite__mapDeps=.*\n/m, '')
          .replaceAll(/,\s*__vite__mapDeps\(\[[\d,\s]*\]\)/g, '')
        if (alone.includes('__vite__mapDeps')) warnOfLoss(this, `Vite lists what ${part.fileName} needs in another way`)
        else part.code = alone
      }
    },
  },
}

/** The environments (browser, server) whose icons use the shop's own builder. */
const plainIconsIn = new Set<string>()

/** Replaces the builder of lucide's icons by a smaller one (1.1 KB), which reads no names and keys of theirs (0.2 KB). */
export const plainIcons: Plugin = {
  name: 'plain-icons',
  apply: 'build',
  transform(code, id) {
    if (id.includes('lucide-react/dist/esm/icons/'))
      return code.replaceAll(/,\s*key: "\w+"|^ *(name: ".*"|size: 24),$|^__iconData\.node;$/gm, '')
    if (!id.endsWith('lucide-react/dist/esm/createLucideIcon.mjs')) return undefined
    plainIconsIn.add(this.environment.name)
    return `export { createLucideIcon as default } from '${path.resolve('src/ui/lucide-icon.ts')}'`
  },
  generateBundle() {
    const { name } = this.environment
    if (!plainIconsIn.has(name)) warnOfLoss(this, `lucide-react makes its icons for the ${name} elsewhere`)
  },
}
