import type { SourceFile } from './tree.ts'

/** Table names in the order the migrations make them, each by the last name it was given. */
export const tablesOf = (files: readonly SourceFile[]): string[] => {
  const tables = new Set<string>()
  const migrations = files.filter((file) => file.path.endsWith('.sql')).toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const steps = /^(create|alter|drop) table (?:if not exists )?(\w+)(?: rename to (\w+))?/gim
  for (const { text } of migrations)
    for (const [, act = '', name = '', renamed] of text.matchAll(steps)) {
      if (act === 'drop' || renamed !== undefined) tables.delete(name)
      if (act === 'create') tables.add(name)
      if (renamed !== undefined) tables.add(renamed)
    }
  return [...tables]
}

/** Identifiers the glossary does not explain. Each must stand in it as `code`. */
export const unexplained = (identifiers: readonly string[], glossary: string): string[] =>
  identifiers.filter((identifier) => !glossary.includes(`\`${identifier}\``))

/** Gaps and repetitions in the numbers of the migrations. */
export const misnumbered = (files: readonly SourceFile[]): string[] =>
  files
    .filter((file) => /\/migrations\/.*\.sql$/.test(file.path))
    .map((file) => file.path)
    .toSorted()
    .filter((path, index) => !path.includes(`/migrations/${String(index + 1).padStart(4, '0')}-`))

/** Environment variables that the product reads, from the schemas that check them. */
export const variablesOf = (config: string): string[] => [...config.matchAll(/^ {2,4}([A-Z][A-Z_]+): /gm)].map((match) => match[1] ?? '')

/** Pages named in a file that the repository does not have, as path: page. */
export const missingPages = (files: readonly SourceFile[], pages: ReadonlySet<string>): string[] =>
  files.flatMap((file) =>
    [...file.text.matchAll(/\b([\w-]+\.md)\b/g)]
      .map((match) => match[1] ?? '')
      .filter((page) => !pages.has(page))
      .map((page) => `${file.path}: ${page}`),
  )

/** What is wrong with the list of decisions: files it does not name, and numbers that two files have. */
export const unlistedDecisions = (files: readonly string[], index: string): string[] => {
  const numbers = Map.groupBy(files, (file) => file.slice(0, 4))
  return files.filter((file) => !index.includes(`](${file})`) || (numbers.get(file.slice(0, 4))?.length ?? 0) > 1)
}

/** A decision has at most this many words; what was measured goes to docs/measurements. */
const DECISION_WORDS = 500

/** Decisions that are too long or lack one of their three headings, as path: fault. A word is what has a letter or a digit. */
export const misshapenDecisions = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(({ 1: heading = '' }) => heading)
    const missing = ['Context', 'Decision', 'Consequences'].filter((heading) => !headings.includes(heading))
    return [
      ...(words > DECISION_WORDS ? [`${path}: ${String(words)} words`] : []),
      ...missing.map((heading) => `${path}: no heading ${heading}`),
    ]
  })
