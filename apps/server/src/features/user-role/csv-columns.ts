import {
  importFiles,
  languageNames,
  languages,
  isWorkerRole,
  LoginId,
  type LoginIdWay,
  passwordOf,
  readDay,
  type Role,
  WorkerDraft,
  workerRoles,
} from '@mimamori/contract'
import { z } from 'zod'
import { uncommon } from '../../platform/secrets/common-password.ts'
import { readWord } from '../../platform/exchange/cell.ts'
import { heatCells } from '../../shared/organisation/heat-columns.ts'
import { type Cell, columnsOfFile } from '../../platform/exchange/columns.ts'
import { storedFields } from './columns.ts'

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

const writtenLanguages = Object.fromEntries(
  languages.flatMap((code) => [code, languageNames[code].own, languageNames[code].japanese].map((word) => [word.normalize('NFKC'), code])),
)
const namesByCode: Readonly<Record<string, string>> = Object.fromEntries(languages.map((code) => [code, languageNames[code].japanese]))

const languageCell: Cell = {
  // As people write it: 中国語 without its script.
  read: readWord({ ...writtenLanguages, 中国語: 'zh-Hans', タガログ語: 'fil' }),
  remedy: `次のどれかを入力してください。${languages.map((code) => languageNames[code].japanese).join('、')}`,
  write: (value) => namesByCode[String(value)] ?? String(value),
}

// Every number in Japan begins with 0, which a spreadsheet takes away: 9 digits are left of a landline's, 10 of a mobile's.
const withZero = (number: string): string => (/^[1-9]\d{8}$|^[5-9]0\d{8}$/.test(number) ? `0${number}` : number)

/** What is no plain text. */
const cells = {
  userName: { use: 'key' },
  phoneNumber: { restoreZeros: withZero },
  gender,
  dateOfBirth: day,
  language: languageCell,
  consentAt: day,
  consentWithdrawnAt: day,
  firstExposureOn: day,
  ...heatCells,
  password: { use: 'secret' },
} satisfies Partial<Record<keyof typeof importFiles.worker.taken, Cell>>

const names = {
  ...storedFields,
  meditagId: 'vital',
  safetyBeltId: 'belt',
  password: 'password',
  companyName: 'company_name',
  officeName: 'office_name',
  groupName: 'group_name',
  roleJp: 'role_jp',
}

const of = (role: Role, loginId: Cell = {}) => ({
  names,
  schemas: { ...WorkerDraft.shape, password: uncommon(passwordOf(role)) },
  cells: { ...cells, userName: { ...cells.userName, ...loginId } },
})

// What the system makes may be left empty; that a file may not say it otherwise is checked beside those who are there.
const anyOrMade = z
  .string()
  .trim()
  .max(200)
  .transform((text) => text || null)

/** What a file of administrators says, without where they belong. */
export const adminColumns = columnsOfFile(importFiles.serviceAdmin, of('AdminUnitService'))
export const contractAdminColumns = columnsOfFile(importFiles.contractAdmin, of('AdminUnitContract'))
export const baseAdminColumns = columnsOfFile(importFiles.baseAdmin, of('HeadquartersAdmin', { schema: anyOrMade }))

/** What a file of workers says. Group and role are shown only: groups' own files put people into groups. */
export const workerColumns = columnsOfFile(importFiles.worker, of('User'))
/** The same where login IDs that the file leaves out are made. */
export const namedWorkerColumns = columnsOfFile(
  importFiles.worker,
  of('User', {
    schema: LoginId.nullable(),
    read: (text) => (text.trim() === '' ? null : text),
  }),
)

const kinds = {
  AdminUnitService: { name: 'adminColumns', columns: adminColumns, fileName: 'サービス管理者', job: 'importServiceAdmins' },
  AdminUnitContract: { name: 'contractAdminColumns', columns: contractAdminColumns, fileName: '契約管理者', job: 'importContractAdmins' },
  HeadquartersAdmin: { name: 'baseAdminColumns', columns: baseAdminColumns, fileName: '拠点管理者', job: 'importBaseAdmins' },
  User: { name: 'workerColumns', columns: workerColumns, fileName: '作業者', job: 'importWorkers' },
} as const

/** The roles that have files of their own; leaders are among the workers. */
export type FileRole = keyof typeof kinds

export const fileRoleOf = (role: Role): FileRole => (isWorkerRole(role) ? 'User' : (role as FileRole))

/** The roles of the people in a file. */
export const rolesOf = (role: FileRole): readonly Role[] => (role === 'User' ? workerRoles : [role])

/**
 * A role's columns, with the name they are exported by, what its files are called, and the job that takes one in.
 * @param loginIds how login IDs are made that a file leaves out
 */
export const fileOf = (role: FileRole, loginIds: LoginIdWay | null = null) =>
  loginIds === null ? kinds[role] : { ...kinds[role], name: 'namedWorkerColumns', columns: namedWorkerColumns }
