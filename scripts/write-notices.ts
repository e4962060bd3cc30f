import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root as repository } from './steps.ts'
import { type BillOfMaterials, billOfMaterials } from './notices/bill-of-materials.ts'
import { licenceList } from './notices/licence-list.ts'
import { shippedPackages } from './notices/shipped-packages.ts'
import { nodePackages, shippedPrograms } from './notices/shipped-programs.ts'

/** Names of the two files of `writeNotices`. */
export const noticeFiles = { bill: 'sbom.cdx.json', licences: 'third-party-licences.txt' }

export type Notices = { readonly bill: BillOfMaterials; readonly licences: string }

/** What is shipped, as a bill of materials (CycloneDX 1.6) and as the licences of all of it. */
export const makeNotices = async (root: string = repository, at: Date = new Date()): Promise<Notices> => {
  const { version, license: licence } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    version: string
    license: string
  }
  const packages = (await shippedPackages(root)).filter(({ name }) => !nodePackages.includes(name))
  const shipped = { packages, programs: shippedPrograms(root) }
  return {
    bill: billOfMaterials(root, { version, licence, at: at.toISOString() }, shipped),
    licences: licenceList(root, version, shipped),
  }
}

/**
 * Writes `sbom.cdx.json` and `third-party-licences.txt` into a folder, such as that of a package's documents.
 * @param options.root the repository, its packages installed
 * @param options.at the moment of the release; now where left out
 * @throws an error where something is shipped whose licence is not known
 */
export const writeNotices = async (options: { into: string; root?: string; at?: Date }): Promise<void> => {
  const { bill, licences } = await makeNotices(options.root, options.at)
  await mkdir(options.into, { recursive: true })
  await writeFile(join(options.into, noticeFiles.bill), `${JSON.stringify(bill, undefined, 2)}\n`)
  await writeFile(join(options.into, noticeFiles.licences), licences)
}

if (import.meta.main) {
  const [, , into] = process.argv
  if (into === undefined) throw new Error('node scripts/write-notices.ts FOLDER')
  await writeNotices({ into })
}
