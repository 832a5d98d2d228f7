import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isLink } from '../house/documents.ts'

type Product = { version: string; description: string }

const COPIED = ['CHANGELOG.md', 'LICENSE', 'docs/*.md', 'docs/decisions/*.md']
const LINK = /(?<!!)\[([^\]]*)\]\((?!https?:|mailto:)([^)\s]+)\)/g

/** Writes the documents of a release. A link to a file that the release lacks becomes plain text. */
export function writeDocuments(folder: string, product: Product): void {
  const files = globSync(COPIED)
  for (const file of files) cpSync(file, path.join(folder, file))
  writeFileSync(path.join(folder, 'README.md'), readmeOf(product))
  for (const file of globSync(['*.md', 'docs/**/*.md'], { cwd: folder })) {
    const copy = path.join(folder, file)
    const text = readFileSync(copy, 'utf8').replaceAll(LINK, (all, shown, link) => (isLink(copy, link) ? all : shown))
    writeFileSync(copy, text)
  }
}

function readmeOf({ version, description }: Product): string {
  const settings = readFileSync('README.md', 'utf8')
    .split('\n## Settings\n')[1]
    ?.match(/^\|.*$/gm)
  if (!settings) throw new Error('README.md has no table of settings')
  return `# Golconda Cacao ${version}

${description}. This folder is ready to run with Node
${readFileSync('.nvmrc', 'utf8').trim()} or newer; it needs neither npm nor a build.

- **A real shop**: [docs/operations.md](docs/operations.md) leads from this folder to an open shop, then through backups,
  restores and upgrades.
- **A look at the demo**, where no real money moves: \`node --run start\`, then open <http://localhost:3000>. Sign in with any e-mail
  address; the page shows the demo's mailbox. The start prints the admin's password for \`/admin-login\`.

| command | what it does |
|---|---|
| \`node --run start\` | starts the shop, until Ctrl-C; without settings it is the demo, with its data in \`.data\` |
| \`node --run seed\` | adds the demo's chocolates to an empty catalog |
| \`node --run admin -- list\` | lists the admins; \`--help\` shows what else it does |
| \`node --run backup\` | writes a backup |
| \`node --run restore -- --check\` | restores the newest backup into a temporary database, and checks it |
| \`node --run test-upgrade -- FILE\` | says whether this version can take over the data of that backup |

| in this folder | what it is |
|---|---|
| \`dist\`, \`node_modules\`, \`scripts\` | the built shop with its commands, and what they load |
| \`db/migrations\` | the database's migrations, which a start runs |
| \`deploy\` | the settings template, systemd units, alert rules, a Grafana board |
| \`Dockerfile\`, \`compose.yaml\` | the shop as containers |
| [CHANGELOG.md](CHANGELOG.md) | the versions, and how to go from one to the next |
| \`docs\` | the guide, how the shop works, and why. Source files and tests that they name are in the repository. For \`npm run backup\` say \`node --run backup\` here |
| \`openapi.json\` | the description of the public API; admins read the whole at \`/api/admin/openapi.json\` |
| \`SHA256SUMS\`, \`sbom.cdx.json\`, \`THIRD-PARTY-NOTICES.txt\` | checksums, packages and licences of all that is here |

## Settings

${settings.join('\n')}
`
}
