import type { ShippedPackage } from './packages.ts'

type Product = { name: string; version: string; builtAt: Date }

/** A CycloneDX 1.6 document of what an archive contains. `npm sbom` knows the installed packages, not the bundled ones. */
export function createBillOfMaterials(packages: readonly ShippedPackage[], { name, version, builtAt }: Product) {
  const product = `pkg:npm/${name}@${version}`
  const refs = new Map(packages.map((one) => [one.path, purlOf(one)]))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: builtAt.toISOString(),
      component: { type: 'application', 'bom-ref': product, name, version, purl: product },
    },
    components: [...new Map(packages.map((one) => [purlOf(one), one])).values()].map(describeComponent),
    dependencies: [
      { ref: product, dependsOn: [...new Set(refs.values())] },
      ...mergeByRef(packages.map((one) => [purlOf(one), one.dependsOn.map((path) => refs.get(path) ?? '')])),
    ],
  }
}

const purlOf = ({ name, version }: ShippedPackage) => `pkg:npm/${name.replace('@', '%40')}@${version}`

function describeComponent(one: ShippedPackage) {
  const [algorithm, base64 = ''] = one.integrity.split('-')
  if (algorithm !== 'sha512') throw new Error(`${one.name} has no SHA-512`)
  const purl = purlOf(one)
  return {
    type: 'library',
    'bom-ref': purl,
    name: one.name,
    version: one.version,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }],
    licenses: [/ (OR|AND|WITH) /.test(one.license) ? { expression: one.license } : { license: { id: one.license } }],
    purl,
  }
}

/** A version that is installed twice is one component. */
function mergeByRef(all: [ref: string, dependsOn: string[]][]) {
  const merged = Map.groupBy(all, ([ref]) => ref)
  return [...merged].map(([ref, each]) => ({ ref, dependsOn: [...new Set(each.flatMap(([, needs]) => needs))] }))
}
