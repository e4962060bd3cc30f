import { AlertEmail, labels, optionalCode, requiredText } from '@mimamori/contract'
import { z } from 'zod'
import { type FileColumn, importColumn, shownColumn } from '../platform/exchange/columns.ts'
import { heatColumns } from '../organisation/heat-columns.ts'

const { group } = labels

/** What stands between the parts of a cell with several. */
export const separator = ';'

const severalOf = (item: z.ZodType<string, string>) =>
  z
    .string()
    .transform((text) => [
      ...new Set(
        text
          .normalize('NFKC')
          .split(/[;,、\s]+/)
          .filter((part) => part !== ''),
      ),
    ])
    .pipe(z.array(item))
    .transform((parts) => (parts.length === 0 ? null : parts.join(separator)))

const people = (name: string, label: string) => importColumn({ name, label, type: 'text', schema: severalOf(requiredText(200)) })

/** What a file of groups says. People stand in it by their login IDs. */
export const groupColumns: readonly FileColumn[] = [
  shownColumn('company_name', group.companyName),
  shownColumn('office_name', group.baseName),
  importColumn({ name: 'code', label: group.groupCode, type: 'text', schema: optionalCode(100), use: 'key' }),
  importColumn({ name: 'name', label: group.groupName, type: 'text', schema: requiredText(100) }),
  people('leaders', group.groupLeader),
  people('sub_leaders', group.listSubleader),
  people('members', group.listMember),
  importColumn({ name: 'emails', label: group.listEmailAlert, type: 'text', schema: severalOf(AlertEmail) }),
  ...heatColumns(group),
]
