import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { labels } from '@mimamori/contract'
import { describe, expect, it } from 'vitest'
import { readTree, root } from './tree.ts'
import {
  dialectLocals,
  dialectNames,
  dialectPhrases,
  misnumbered,
  misshapenDecisions,
  missingPages,
  tablesOf,
  unexplained,
  unlistedDecisions,
} from './words.ts'

const tree = readTree()
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const glossary = read('GLOSSARY.md')

describe('the glossary', () => {
  it('explains every table', () => expect(unexplained(tablesOf(tree), glossary)).toEqual([]))
  it('explains every resource that has labels', () => expect(unexplained(Object.keys(labels), glossary)).toEqual([]))

  it('is noticed to lack a word', () => {
    const tables = tablesOf([{ path: 'apps/server/migrations/0001-a.sql', text: 'create table wear (\n);\ncreate table crane (\n);' }])
    expect(unexplained(tables, 'Who wears what is `wear`.')).toEqual(['crane'])
    const renamed = 'create table wear (\n);\nalter table wear rename to crane;'
    expect(tablesOf([{ path: 'apps/server/migrations/0001-a.sql', text: renamed }])).toEqual(['crane'])
  })
})

describe('pages', () => {
  const paths = globSync(['*.md', 'docs/**/*.md', 'decisions/*.md'], { cwd: root })
  const pages = new Set(paths.map((path) => basename(path)))
  const written = paths.map((path) => ({ path, text: read(path) }))

  it('that a file names are here', () => expect(missingPages([...tree, ...written], pages)).toEqual([]))

  it('are noticed to be missing', () =>
    expect(missingPages([{ path: 'a.ts', text: '// see ATLAS.' + 'md and README.md' }], pages)).toEqual(['a.ts: ATLAS.' + 'md']))
})

describe('plain words', () => {
  const pages = globSync(['*.md', 'docs/**/*.md', 'decisions/**/*.md'], { cwd: root }).map((path) => ({ path, text: read(path) }))
  // Released migrations stay as they are, and the rule names the phrases itself.
  const unchanged = ['apps/server/migrations/', 'rules/words']
  const isUnchanged = ({ path }: { readonly path: string }) => unchanged.some((start) => path.startsWith(start))

  it('are in every exported name', () => expect(dialectNames(tree, glossary)).toEqual([]))

  it('are noticed to be missing in a name, which the glossary may explain', () => {
    const file = {
      path: 'a.ts',
      text: 'export type Told = 1\nexport const useDeed = 1\nexport type Kept = 1\nexport type KeptHeat = 1\nconst told = 1',
    }
    expect(dialectNames([file], '')).toEqual([
      'a.ts: Told: notice or notified instead of told',
      'a.ts: useDeed: action, call or mutation instead of deed',
      'a.ts: Kept: add the noun that it holds',
    ])
    expect(dialectNames([file], '`Told` `useDeed` `Kept`')).toEqual([])
  })

  it('are in names inside of functions', () => expect(dialectLocals(tree)).toEqual([]))

  it('are noticed to be missing there, unless a type gives the name', () => {
    const text = [
      'const f = ({ told, kept: askedFor }: Asked, [deed = 1, ...anew]: number[]) => {',
      '  const told = 1',
      '  return (function (foretold: string) { return told })',
      '}',
    ].join('\n')
    expect(dialectLocals([{ path: 'a.ts', text }]).toSorted()).toEqual([
      'a.ts: anew: again instead of anew',
      'a.ts: askedFor: query, request or search instead of asked',
      'a.ts: deed: action, call or mutation instead of deed',
      'a.ts: foretold: predicted instead of foretold',
      'a.ts: told: notice or notified instead of told',
    ])
  })

  it('are in comments and pages', () => expect(dialectPhrases([...tree, ...pages].filter((file) => !isUnchanged(file)))).toEqual([]))

  it('are noticed to be missing in a comment or on a page, with the line and the plain word', () => {
    const code = 'const whoever = 1\n/**\n * For whoever comes.\n */\n// It goes on anew.\nconst query = `\n  -- in vain\n`'
    expect(dialectPhrases([{ path: 'a.ts', text: code }])).toEqual([
      'a.ts:3: anyone who, the person who instead of whoever',
      'a.ts:5: continue instead of goes on',
      'a.ts:5: again instead of anew',
      'a.ts:7: without success instead of in vain',
    ])
    expect(dialectPhrases([{ path: 'a.sql', text: '-- Lets go.' }])).toEqual(['a.sql:1: release, drop instead of Lets go'])
    expect(dialectPhrases([{ path: 'README.md', text: 'Plain.\nAt hand.' }])).toEqual([
      'README.md:2: current, loaded, available instead of At hand',
    ])
    expect(dialectPhrases([{ path: 'a.ts', text: '// It goes on record.' }])).toEqual([])
    const page = 'A device stands on the map.\nPeople are told of it.\nThe value stands out.\nThe column `stood`, the field `told`.'
    expect(dialectPhrases([{ path: 'README.md', text: page }])).toEqual([
      'README.md:1: is, is shown, is stored, is open, lasts instead of stands',
      'README.md:2: notified, informed, sent, shown instead of told',
    ])
    expect(dialectPhrases([{ path: 'a.ts', text: '// What tells two of one name apart.\n// It tells of an alert of theirs.' }])).toEqual([
      'a.ts:1: distinguish instead of tells two of one name apart',
      'a.ts:2: report, be about, reveal instead of tells of',
      'a.ts:2: their instead of of theirs',
    ])
  })

  it('are noticed to be missing in the title of a suite, a test, a table of tests or a step', () => {
    const text = [
      "describe('whoever comes', () => {",
      "  it.each([1])('it goes on', () => {})",
      "  test('he is told', () => test.step('again and anew', () => run('whoever')))",
      '})',
    ].join('\n')
    expect(dialectPhrases([{ path: 'a.test.ts', text }])).toEqual([
      'a.test.ts:1: anyone who, the person who instead of whoever',
      'a.test.ts:2: continue instead of goes on',
      'a.test.ts:3: notified, informed, sent, shown instead of told',
      'a.test.ts:3: again instead of anew',
    ])
    expect(dialectPhrases([{ path: 'a.ts', text }])).toEqual([])
  })
})

describe('the decisions', () => {
  const files = globSync('0*.md', { cwd: join(root, 'decisions') }).toSorted()

  it('are all in their index, each with a number of its own', () =>
    expect(unlistedDecisions(files, read('decisions/README.md'))).toEqual([]))

  it('are noticed to be missing in it, or to share a number', () => {
    const index = '[0001](0001-a) [0002](0002-b) [0002](0002-c)'
    expect(unlistedDecisions(['0001-a', '0002-b', '0002-c', '0003-d'], index)).toEqual(['0002-b', '0002-c', '0003-d'])
  })
})

describe('a decision', () => {
  const paths = globSync('decisions/0*.md', { cwd: root }).toSorted()

  it('has context, decision and consequences in at most 500 words', () =>
    expect(misshapenDecisions(paths.map((path) => ({ path, text: read(path) })))).toEqual([]))

  it('is noticed to be longer, or to lack a heading', () => {
    const shaped = (rest: string) => `# 0001 A\n\n## Context\n\n## Decision\n\n${rest}`
    const faults = (text: string) => misshapenDecisions([{ path: 'a', text }])
    expect(faults(shaped(`## Consequences\n\n| - |\n${'word '.repeat(495)}`))).toEqual([])
    expect(faults(shaped(`## Consequences\n\n${'word '.repeat(496)}`))).toEqual(['a: 501 words'])
    expect(faults(shaped('**Consequences.** None.'))).toEqual(['a: no heading Consequences'])
  })
})

describe('the changelog', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }

  it('tells of this version', () => expect(read('CHANGELOG.md')).toContain(`## [${version}]`))
})

describe('the migrations', () => {
  it('are numbered without holes', () => expect(misnumbered(tree)).toEqual([]))

  it('are noticed with a hole or a number used twice', () => {
    const named = (...names: string[]) => names.map((name) => ({ path: `apps/server/migrations/${name}.sql`, text: '' }))
    expect(misnumbered(named('0001-a', '0003-b'))).toHaveLength(1)
    expect(misnumbered(named('0001-a', '0001-b'))).toHaveLength(1)
    expect(misnumbered(named('0002-b', '0001-a'))).toEqual([])
  })
})
