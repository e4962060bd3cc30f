import { AlertEmail, GroupDraft, groupFile, labels, mergeAddresses, requiredText } from '@mimamori/contract'
import { z } from 'zod'
import { heatCells } from '../organisation/heat-columns.ts'
import { columnsOf } from '../platform/database/column-of.ts'
import { columnsOfFile, type FileColumn, shownColumn } from '../platform/exchange/columns.ts'

const { group } = labels

/** Separates the values of a cell that holds several. */
export const separator = ';'

const distinct = (parts: readonly string[]): string[] => [...new Set(parts)]

const severalOf = (item: z.ZodType<string, string>, merge: (parts: readonly string[]) => string[] = distinct) =>
  z
    .string()
    .transform((text) =>
      merge(
        text
          .normalize('NFKC')
          .split(/[;,、\s]+/)
          .filter((part) => part !== ''),
      ),
    )
    .pipe(z.array(item))
    .transform((parts) => (parts.length === 0 ? null : parts.join(separator)))

const people = { schema: severalOf(requiredText(200)) }

/** The columns of a file of groups. People are given by their login IDs. */
export const groupColumns: readonly FileColumn[] = [
  shownColumn('company_name', group.companyName),
  shownColumn('office_name', group.baseName),
  ...columnsOfFile(groupFile, {
    names: {
      groupCode: 'code',
      groupName: 'name',
      leaderId: 'leaders',
      listSubleader: 'sub_leaders',
      listMember: 'members',
      listEmailAlert: 'emails',
      ...columnsOf(['metabolicClass', 'acclimatised', 'clothing']),
    },
    labels: group,
    schemas: GroupDraft.shape,
    cells: {
      groupCode: { use: 'key' },
      leaderId: people,
      listSubleader: people,
      listMember: people,
      listEmailAlert: { schema: severalOf(AlertEmail, mergeAddresses) },
      ...heatCells,
    },
  }),
]
