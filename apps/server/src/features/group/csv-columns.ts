import { AlertEmail, GroupDraft, importFiles, mergeAddresses, requiredText } from '@mimamori/contract'
import { z } from 'zod'
import { heatCells } from '../../shared/organisation/heat-columns.ts'
import { columnsOf } from '../../platform/database/column-of.ts'
import { columnsOfFile, type FileColumn } from '../../platform/exchange/columns.ts'

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
export const groupColumns: readonly FileColumn[] = columnsOfFile(importFiles.group, {
  names: {
    companyName: 'company_name',
    baseName: 'office_name',
    groupCode: 'code',
    groupName: 'name',
    leaderId: 'leaders',
    listSubleader: 'sub_leaders',
    listMember: 'members',
    listEmailAlert: 'emails',
    ...columnsOf(['metabolicClass', 'acclimatised', 'clothing']),
  },
  schemas: GroupDraft.shape,
  cells: {
    groupCode: { use: 'key' },
    leaderId: people,
    listSubleader: people,
    listMember: people,
    listEmailAlert: { schema: severalOf(AlertEmail, mergeAddresses) },
    ...heatCells,
  },
})
