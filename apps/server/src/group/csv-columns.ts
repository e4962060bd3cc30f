import { AlertEmail, labels, optionalCode, requiredText } from '@mimamori/contract'
import { z } from 'zod'
import type { CsvColumn } from '../platform/exchange/columns.ts'
import { heatColumns } from '../platform/exchange/heat-columns.ts'

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

const people = (name: string, label: string): CsvColumn => ({ name, label, type: 'text', schema: severalOf(requiredText(200)) })

const shown = (name: string, label: string): CsvColumn => ({ name, label, type: 'text', schema: z.string(), use: 'shown' })

/** What a file of groups says. People stand in it by their login IDs. */
export const groupColumns: readonly CsvColumn[] = [
  shown('company_name', group.companyName),
  shown('office_name', group.baseName),
  { name: 'code', label: group.groupCode, type: 'text', schema: optionalCode(100), use: 'key' },
  { name: 'name', label: group.groupName, type: 'text', schema: requiredText(100) },
  people('leaders', group.groupLeader),
  people('sub_leaders', group.listSubleader),
  people('members', group.listMember),
  { name: 'emails', label: group.listEmailAlert, type: 'text', schema: severalOf(AlertEmail) },
  ...heatColumns(group),
]
