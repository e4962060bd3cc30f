import type { SourceFile } from './tree.ts'

/** A statement that may leave the former release without what it reads or writes, and what to do in its place. */
const breaking: readonly (readonly [step: RegExp, advice: string])[] = [
  [/\bdrop table\b/i, 'drops a table: stop using it in this release, drop it in the next'],
  [/\bdrop column\b/i, 'drops a column: stop using it in this release, drop it in the next'],
  [/\brename\b/i, 'renames: add the new name in this release and write both, drop the old one in the next'],
  [/\balter column \w+ (set data )?type\b/i, 'changes the type of a column: statements that are prepared in running sessions fail'],
  [/\bset not null\b/i, 'asks for a value that the former release may not write: give it a default first'],
  [/\bdrop default\b/i, 'takes a default away that the former release may rely on'],
  [
    /\badd column \w+ [^,;]*\bnot null\b(?![^,;]*\b(default|generated)\b)/i,
    'adds a column that the former release does not write: give it a default',
  ],
  [
    /\badd (constraint \w+ )?(check|unique|foreign key|primary key|exclude)\b/i,
    'adds a constraint that rows of the former release may not meet',
  ],
  [/\bcreate unique index\b/i, 'adds a constraint that rows of the former release may not meet'],
  [/\bdrop (constraint|index)\b/i, 'drops what the former release may name in "on conflict"'],
  [/\bdrop (function|type|view|schema)\b/i, 'drops what the former release may call'],
  [/\balter type \w+ /i, 'changes a type that running sessions have read'],
]

/** How a migration says that the former release was thought of; the sentence continues with the reason. */
export const thoughtOf = /^-- The former release .{15,}/m

const withoutComments = (sql: string) => sql.replaceAll(/--[^\n]*/g, '')

const migrationOf = (path: string) => /\/migrations\/(\d{4}-[a-z0-9-]+)\.sql$/.exec(path)?.[1]

/**
 * Steps of later migrations after which the former release, still running beside the new one, could fail or lose something, as
 * path: fault. Tables that the same migrations create are not its own. A migration that says why it is safe, in a comment that begins
 * with "The former release", passes.
 * @param last the last migration that the former release has
 */
export const stepsAgainstFormer = (files: readonly SourceFile[], last: string): string[] => {
  const later = files.filter(({ path }) => (migrationOf(path) ?? '') > last)
  const statements = later.flatMap(({ path, text }) =>
    thoughtOf.test(text)
      ? []
      : withoutComments(text)
          .split(';')
          .map((statement) => ({ path, statement: statement.replaceAll(/\s+/g, ' ').trim() })),
  )
  const created = new Set(
    later.flatMap(({ text }) =>
      [...withoutComments(text).matchAll(/\bcreate table (?:if not exists )?(\w+)/gi)].map(([, name = '']) => name),
    ),
  )
  return statements.flatMap(({ path, statement }) => {
    const table =
      /^(?:alter table(?: if exists)?(?: only)?|create table|create (?:unique )?index(?: if not exists)? \w+ on|drop table(?: if exists)?) (\w+)/i.exec(
        statement,
      )?.[1]
    if (table !== undefined && created.has(table)) return []
    return breaking.filter(([step]) => step.test(statement)).map(([, advice]) => `${path}: ${advice}`)
  })
}
