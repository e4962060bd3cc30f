import { isCode, isTest, type SourceFile } from './tree.ts'

/** What tests of the whole server share, and the data of releases is made with. */
const isOfTests = ({ path }: SourceFile) => path.startsWith('apps/server/test/')

/** Tables that one room alone writes, since something must always follow a change of their rows. */
const onlyWriters: Readonly<Record<string, string>> = {
  alert: 'apps/server/src/features/alerts/episodes/',
  alert_event: 'apps/server/src/features/alerts/episodes/',
  alert_due: 'apps/server/src/features/alerts/notices/',
  alert_notice: 'apps/server/src/features/alerts/notices/',
  escalation: 'apps/server/src/features/alerts/notices/',
  hourly_summary: 'apps/server/src/shared/monitoring/summaries/',
  monthly_summary: 'apps/server/src/shared/monitoring/summaries/',
  monthly_due: 'apps/server/src/shared/monitoring/summaries/',
  monthly_wait: 'apps/server/src/shared/monitoring/summaries/',
  group_rest_day: 'apps/server/src/shared/monitoring/summaries/',
  summary_due: 'apps/server/src/shared/monitoring/summaries/',
  summary_recount: 'apps/server/src/shared/monitoring/summaries/',
  heat_summary: 'apps/server/src/shared/monitoring/summaries/',
  heat_due: 'apps/server/src/shared/monitoring/summaries/',
}

const writesTo = (table: string): RegExp =>
  new RegExp(
    String.raw`\b(?:insert\s+into|update(?:\s+only)?|delete\s+from(?:\s+only)?|merge\s+into|copy)\s+"?${table}\b(?!["\w]*\.)|` +
      String.raw`\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"\`]${table}\b`,
    'i',
  )

/** Files outside a table's room that write it, as path: table. Tests lay out what they need. */
export const strayWriters = (files: readonly SourceFile[]): string[] =>
  Object.entries(onlyWriters).flatMap(([table, room]) => {
    const writes = writesTo(table)
    return files
      .filter((file) => isCode(file) && !isTest(file) && !isOfTests(file) && !file.path.startsWith(room) && writes.test(file.text))
      .map((file) => `${file.path} writes ${table}, which ${room} alone may do`)
  })

// Up to where the values of a statement end, or its text does.
const setsCompany =
  /\bset\s(?:(?!\b(?:where|from|returning|values)\b)[^`])*?\bcompany_id\s*=(?![=>])|\b(?:set|doUpdateSet)\(\{[^}]*\bcompany_id\b\s*[:,}]/i

/** Files of the server that set the company of a row: it is a part of its key, and a person who changes company starts again there. */
export const companyChanges = (files: readonly SourceFile[]): string[] =>
  files
    .filter((file) => isCode(file) && !isTest(file) && file.path.startsWith('apps/server/src/') && setsCompany.test(file.text))
    .map((file) => `${file.path} sets the company of a row`)
