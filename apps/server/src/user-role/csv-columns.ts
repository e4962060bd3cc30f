import {
  adminFile,
  baseAdminFile,
  isWorkerRole,
  labels,
  passwordOf,
  readDay,
  type Role,
  WorkerDraft,
  workerFile,
  workerRoles,
} from '@mimamori/contract'
import { z } from 'zod'
import { uncommon } from '../platform/secrets/common-password.ts'
import { readWord } from '../platform/exchange/cell.ts'
import { heatCells } from '../organisation/heat-columns.ts'
import { type Cell, columnsOfFile, type FileColumn, shownColumn } from '../platform/exchange/columns.ts'
import { storedFields } from './columns.ts'

const { user } = labels

const day: Cell = {
  type: 'date',
  read: (text) => (text.trim() === '' ? null : readDay(text)),
  remedy: '日付として読めません。1971-12-02 や 昭和46年12月2日 の形で入力してください。',
}

const gender: Cell = {
  type: 'integer',
  schema: z.literal([1, 2, 3]),
  read: readWord({ '1': 1, '2': 2, '3': 3, 男: 1, 男性: 1, 女: 2, 女性: 2, その他: 3 }),
  remedy: '1（男）、2（女）、3（その他）のどれかを入力してください。',
}

/** What is no plain text. */
const cells = {
  userName: { use: 'key' },
  gender,
  dateOfBirth: day,
  consentAt: day,
  consentWithdrawnAt: day,
  firstExposureOn: day,
  ...heatCells,
  password: { use: 'secret' },
} satisfies Partial<Record<keyof typeof workerFile, Cell>>

const of = (role: Role) => ({
  names: { ...storedFields, meditagId: 'vital', safetyBeltId: 'belt', password: 'password' },
  labels: user,
  schemas: { ...WorkerDraft.shape, password: uncommon(passwordOf(role)) },
  cells,
})

// A base administrator's is the system's to make: empty makes one.
const madeLoginId = z
  .string()
  .trim()
  .max(200)
  .transform((text) => text || null)

const companyShown = shownColumn('company_name', user.companyName)
const officeShown = shownColumn('office_name', user.officeName)

/** What a file of administrators says, but for where they belong. */
export const adminColumns: readonly FileColumn[] = columnsOfFile(adminFile, of('AdminUnitService'))
export const contractAdminColumns: readonly FileColumn[] = [companyShown, ...adminColumns]
export const baseAdminColumns: readonly FileColumn[] = [
  companyShown,
  officeShown,
  ...columnsOfFile(baseAdminFile, {
    ...of('HeadquartersAdmin'),
    cells: { ...cells, userName: { ...cells.userName, schema: madeLoginId } },
  }),
]

/** What a file of workers says. Group and role are shown only: groups' own files put people into groups. */
export const workerColumns: readonly FileColumn[] = [
  companyShown,
  officeShown,
  shownColumn('group_name', user.groupName),
  shownColumn('role_jp', user.roleJp),
  ...columnsOfFile(workerFile, of('User')),
]

const kinds = {
  AdminUnitService: { name: 'adminColumns', columns: adminColumns, fileName: 'サービス管理者', job: 'importServiceAdmins' },
  AdminUnitContract: { name: 'contractAdminColumns', columns: contractAdminColumns, fileName: '契約管理者', job: 'importContractAdmins' },
  HeadquartersAdmin: { name: 'baseAdminColumns', columns: baseAdminColumns, fileName: '拠点管理者', job: 'importBaseAdmins' },
  User: { name: 'workerColumns', columns: workerColumns, fileName: '作業者', job: 'importWorkers' },
} as const

/** The roles that have files of their own; leaders stand among the workers. */
export type FileRole = keyof typeof kinds

export const fileRoleOf = (role: Role): FileRole => (isWorkerRole(role) ? 'User' : (role as FileRole))

/** The roles of the people in a file. */
export const rolesOf = (role: FileRole): readonly Role[] => (role === 'User' ? workerRoles : [role])

/** A role's columns, with the name they are exported by, what its files are called, and the job that takes one in. */
export const fileOf = (role: FileRole) => kinds[role]
