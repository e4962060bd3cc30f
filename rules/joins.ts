import { sharedTables } from './tenancy.ts'
import { isCode, isTest, type SourceFile } from './tree.ts'

const typesPath = 'apps/server/src/platform/database/database-types.ts'

/** The tables that belong to customers, as the generated row types name them. */
const tenantTables = (files: readonly SourceFile[]): string[] => {
  const types = files.find(({ path }) => path === typesPath)?.text ?? ''
  const listed = /export interface Database \{([^}]*)\}/.exec(types)?.[1] ?? ''
  return [...listed.matchAll(/^ *(\w+):/gm)].flatMap(([, name = '']) => (name in sharedTables ? [] : [name]))
}

const clauseEnd = /`|\b(?:(?:left |cross |full |inner )?join|where|group by|order by|union|limit|for update|on conflict|returning)\b/

/** Joins of customers' tables whose condition does not name the company, as path: join. */
export const joinsWithoutCompany = (files: readonly SourceFile[], tables: readonly string[] = tenantTables(files)): string[] => {
  const inSql = new RegExp(String.raw`\bjoin (?:lateral )?(?:${tables.join('|')})\b(?: as)?(?: \w+)?\s+(?:on|using)\b`, 'g')
  const byBuilder = new RegExp(String.raw`Join\(\s*'(?:${tables.join('|')})(?: as \w+)?',\s*'`, 'g')
  return files
    .filter((file) => isCode(file) && !isTest(file) && file.path.startsWith('apps/server/src/'))
    .flatMap(({ path, text }) => {
      const found = [...text.matchAll(inSql)].filter((match) => {
        const rest = text.slice(match.index + match[0].length)
        const condition = rest.slice(0, clauseEnd.exec(rest)?.index ?? rest.length).trim()
        return condition !== 'false' && !condition.includes('company_id')
      })
      // Two names of columns can name only one of them.
      return [...found, ...text.matchAll(byBuilder)].map(([join]) => `${path}: ${join.replaceAll(/\s+/g, ' ')}`)
    })
}
