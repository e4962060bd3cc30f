import type { SourceFile } from './tree.ts'

// The migration that lays out a cluster: from then on a table may come into one that is divided already.
const first = '/migrations/0060-'

/** Migrations that make a table and do not lay it out before its foreign keys, as path: fault (decisions/0061). */
export const unplacedTables = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.endsWith('.sql') && path.slice(path.indexOf('/migrations/')) >= first)
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^create table (?:if not exists )?(\w+) \(/gim)].flatMap(({ 1: name = '', index }) => {
        const rest = text.slice(index).replaceAll(/--.*$/gm, '')
        const placed = rest.indexOf(`select place_table('${name}');`)
        if (placed === -1) return [`${path}: ${name} is not placed`]
        return /\breferences\b/i.test(rest.slice(0, placed)) ? [`${path}: ${name} has a foreign key before it is placed`] : []
      }),
    )
