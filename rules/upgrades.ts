import type { SourceFile } from './tree.ts'

const column = String.raw`(column )?(if (not )?exists )?(?!(constraint|check|unique|foreign|primary|exclude|generated)\b)`

/** A step that may leave the former release without what it reads or writes, and what to do in its place. */
const breaking: readonly (readonly [step: RegExp, advice: string])[] = [
  [/^drop table\b/i, 'drops a table: stop using it in this release, drop it in the next'],
  [/^(truncate|delete from)\b/i, 'removes rows that the former release reads: leave them until the next'],
  [/^alter table \S+ drop (?!constraint\b)/i, 'drops a column: stop using it in this release, drop it in the next'],
  [/^alter .*\brename\b/i, 'renames: add the new name in this release and write both, drop the old one in the next'],
  [
    /^alter table \S+ alter .*\b(?<!add generated .*)type\b/i,
    'changes the type of a column: statements that are prepared in running sessions fail',
  ],
  [/\bset not null\b/i, 'asks for a value that the former release may not write: give it a default first'],
  [/\bdrop default\b/i, 'takes a default away that the former release may rely on'],
  [/^alter table \S+ alter .*\badd generated\b/i, 'makes values that the former release may write itself'],
  [
    new RegExp(String.raw`^(?!.*\b(default|generated)\b)alter table \S+ add ${column}.*\bnot null\b`, 'i'),
    'adds a column that the former release does not write: give it a default',
  ],
  [
    /^alter table \S+ add (.*\b)?(check|unique|foreign key|references|primary key|exclude)\b/i,
    'adds a constraint that rows of the former release may not meet',
  ],
  [/^create unique index\b/i, 'adds a constraint that rows of the former release may not meet'],
  [/^(drop index|alter table \S+ drop constraint)\b/i, 'drops what the former release may name in "on conflict"'],
  [/^drop (function|procedure|type|(materialized )?view|schema|sequence|trigger)\b/i, 'drops what the former release may call'],
  [/^alter type\b(?!.*\brename\b)/i, 'changes a type that running sessions have read'],
  [/\bset schema\b/i, 'moves what the former release looks for'],
  [/\benable row level security\b/i, 'hides rows from the former release'],
]

/** How a migration says that the former release was thought of at the next statement; the sentence continues with the reason. */
const thoughtOf = /^-- The former release .{15,}/

const thought = '/*thought of*/'

/** Statements without comments and without what is in strings, each with whether a comment before it says why it is safe. */
const statementsOf = (sql: string) =>
  sql
    .replaceAll(/'(?:[^']|'')*'|--[^\n]*/g, (part) => (part.startsWith("'") ? "''" : thoughtOf.test(part) ? thought : ''))
    .split(';')
    .map((part) => ({ isThoughtOf: part.includes(thought), statement: part.replaceAll(thought, '').replaceAll(/\s+/g, ' ').trim() }))

const withoutParentheses = (text: string): string => {
  const shorter = text.replaceAll(/\([^()]*\)/g, '')
  return shorter === text ? text : withoutParentheses(shorter)
}

/** The steps of one statement: `alter table` may have several. The name of the table is without quotes. */
const stepsOf = (statement: string): string[] => {
  const [, table = '', steps] = /^alter table (?:if exists )?(?:only )?(\S+) (.*)$/i.exec(statement) ?? []
  if (steps === undefined) return [statement]
  return withoutParentheses(steps)
    .split(',')
    .map((step) => `alter table ${table} ${step.trim()}`)
}

const tableOf =
  /^(?:alter table(?: if exists)?(?: only)?|create (?:unique )?index(?: if not exists)? \w+ on|drop table(?: if exists)?|truncate(?: table)?|delete from) "?(\w+)/i

const migrationOf = (path: string) => /\/migrations\/(\d{4}-[a-z0-9-]+)\.sql$/.exec(path)?.[1]

/**
 * Steps of later migrations after which the former release, still running beside the new one, could fail or lose something, as
 * path: fault. Tables that a statement before has created are not its own. A statement passes where a comment just before it, which
 * begins with "The former release", says why it is safe.
 * @param last the last migration that the former release has
 */
export const stepsAgainstFormer = (files: readonly SourceFile[], last: string): string[] => {
  const later = files.filter(({ path }) => (migrationOf(path) ?? '') > last).toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const created = new Set<string>()
  return later.flatMap(({ path, text }) =>
    statementsOf(text).flatMap(({ isThoughtOf, statement }) => {
      const made = /^create table (?:if not exists )?"?(\w+)/i.exec(statement)?.[1]
      if (made !== undefined) created.add(made)
      if (isThoughtOf || created.has(tableOf.exec(statement)?.[1] ?? '')) return []
      const faults = stepsOf(statement).flatMap((step) => breaking.filter(([pattern]) => pattern.test(step)))
      return faults.map(([, advice]) => `${path}: ${advice}`)
    }),
  )
}
