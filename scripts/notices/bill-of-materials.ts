import { createHash } from 'node:crypto'
import { licenceOf } from './licence-of.ts'
import type { ShippedPackage } from './shipped-packages.ts'
import type { ShippedProgram } from './shipped-programs.ts'

type Licence = { readonly expression: string } | { readonly license: { readonly id: string } | { readonly name: string } }

/** A component of CycloneDX 1.6. */
export type Component = {
  readonly type: 'application' | 'library'
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  /** CPE 2.3, by which scanners find known faults of what is no package of npm. */
  readonly cpe?: string
  readonly licenses: readonly Licence[]
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[]
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
}

/** A bill of materials as CycloneDX 1.6 has it in JSON (ECMA-424). */
export type BillOfMaterials = {
  readonly $schema: string
  readonly bomFormat: 'CycloneDX'
  readonly specVersion: '1.6'
  readonly serialNumber: string
  readonly version: number
  readonly metadata: { readonly timestamp: string; readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

const purlOf = ({ name, version }: { name: string; version: string }): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

const isIdentifier = (licence: string) => /^[\w.-]+$/.test(licence)

const packageComponent = (root: string, shipped: ShippedPackage): Component => {
  const { expression } = licenceOf(root, shipped)
  const [algorithm, hash] = shipped.integrity?.split('-', 2) ?? []
  return {
    type: 'library',
    'bom-ref': shipped.folder,
    name: shipped.name,
    version: shipped.version,
    purl: purlOf(shipped),
    licenses: [isIdentifier(expression) ? { license: { id: expression } } : { expression }],
    ...(algorithm === 'sha512' &&
      hash !== undefined && { hashes: [{ alg: 'SHA-512' as const, content: Buffer.from(hash, 'base64').toString('hex') }] }),
    ...(shipped.isBundled && { properties: [{ name: 'mimamori:bundled', value: 'part of the built console' }] }),
  }
}

const programRef = ({ name, version }: ShippedProgram) => `program:${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}@${version}`

/** Vendor and product of programs as the list of known faults (NVD) has them. */
const catalogued: Readonly<Record<string, string>> = {
  'Node.js': 'nodejs:node.js',
  PostgreSQL: 'postgresql:postgresql',
  OpenSSL: 'openssl:openssl',
  ICU: 'icu-project:international_components_for_unicode',
  libxml2: 'xmlsoft:libxml2',
  libxslt: 'xmlsoft:libxslt',
  zlib: 'zlib:zlib',
  expat: 'libexpat_project:libexpat',
  freetype: 'freetype:freetype',
  libpng: 'libpng:libpng',
  libtiff: 'libtiff:libtiff',
  libwebp: 'webmproject:libwebp',
  libvips: 'libvips:libvips',
}

const programComponent = (program: ShippedProgram): Component => {
  const ref = programRef(program)
  const { licence } = program
  const name = catalogued[program.name]
  return {
    type: ref.startsWith('program:node-js') || ref.startsWith('program:postgresql') ? 'application' : 'library',
    'bom-ref': ref,
    name: program.name,
    version: program.version,
    purl: `pkg:generic/${ref.slice('program:'.length)}`,
    ...(name !== undefined && { cpe: `cpe:2.3:a:${name}:${program.version}:*:*:*:*:*:*:*` }),
    // The words of those who made it are no identifier of SPDX.
    licenses: [{ license: isIdentifier(licence) && program.text !== undefined ? { id: licence } : { name: licence } }],
  }
}

/** A UUID made from a text, so that the same content has the same number. */
const uuidOf = (text: string): string => {
  const digest = createHash('sha256').update(text).digest('hex')
  return [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `a${digest.slice(17, 20)}`, digest.slice(20, 32)].join('-')
}

/**
 * What a release consists of, for tools that look for known faults.
 * @param release `at` is the moment of the release, an ISO time
 * @throws an error where a package has no known licence
 */
export const billOfMaterials = (
  root: string,
  release: { readonly version: string; readonly licence: string; readonly at: string },
  { packages, programs }: { readonly packages: readonly ShippedPackage[]; readonly programs: readonly ShippedProgram[] },
): BillOfMaterials => {
  const components = [...packages.map((shipped) => packageComponent(root, shipped)), ...programs.map(programComponent)]
  const product: Component = {
    type: 'application',
    'bom-ref': 'mimamori',
    name: 'mimamori',
    version: release.version,
    purl: `pkg:generic/mimamori@${release.version}`,
    licenses: [{ license: { id: release.licence } }],
  }
  const direct = [...packages.filter(({ isDirect }) => isDirect).map(({ folder }) => folder), ...programs.map(programRef)]
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([release.version, components]))}`,
    version: 1,
    metadata: { timestamp: release.at, component: product },
    components,
    dependencies: [
      { ref: 'mimamori', dependsOn: direct },
      ...packages.map(({ folder, dependsOn }) => ({ ref: folder, dependsOn })),
      ...programs.map((program) => ({ ref: programRef(program), dependsOn: [] })),
    ],
  }
}
