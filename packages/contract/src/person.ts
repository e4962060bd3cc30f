import { z } from 'zod'
import { Email, LoginId, optionalCode, optionalText, PersonName, Phone } from './field.ts'
import { HeatLayer, HeatLayerAnswer } from './heat-profile.ts'
import { language } from './language.ts'
import { isWorkerRole, type Role, roles, WireRole } from './role.ts'
import { NewPassword, passwordUpTo } from './session.ts'
import { Day, Instant, wireFlag, wireInteger } from './wire.ts'

/** A person as lists and forms have them. `roleJp` is the role's name in Japanese. */
export const UserRole = z.object({
  userId: z.number().int(),
  userName: z.string(),
  fullName: z.string(),
  furigana: z.string(),
  phoneNumber: z.string().nullable(),
  email: z.string().nullable(),
  companyId: z.number().int().nullable(),
  companyName: z.string().nullable(),
  officeId: z.number().int().nullable(),
  officeName: z.string().nullable(),
  groupId: z.number().int().nullable(),
  groupName: z.string().nullable(),
  role: z.enum(roles),
  roleJp: z.string(),
  isLockedOut: z.boolean(),
  /** Disabled by an administrator: the person cannot sign in and is not notified. */
  isDisabled: z.boolean(),
  /** Of a worker of one day: until when; null of everybody else. */
  guestUntil: Instant.nullable(),
  /** False where no password is set yet, so that the person cannot sign in. */
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  workerCode: z.string().nullable(),
  gender: z.number().int().min(1).max(3).nullable(),
  dateOfBirth: z.string().nullable(),
  affiliation1: z.string().nullable(),
  affiliation2: z.string().nullable(),
  affiliation3: z.string().nullable(),
  /** In which the person reads their own pages and notices; null where none was chosen: Japanese. */
  language: language.nullable(),
  /** Serial and type of what the person wears now. */
  meditagId: z.string().nullable(),
  meditagType: z.string().nullable(),
  safetyBeltId: z.string().nullable(),
  safetyBeltType: z.string().nullable(),
  consentAt: Instant.nullable(),
  consentWithdrawnAt: Instant.nullable(),
  /** Of the text that the person agreed to, or of which they withdrew consent, on their own page; null of what was on paper. */
  consentVersion: z.number().int().nullable(),
  /** Who recorded the last of the two: the person on their own page, or an administrator from paper; null where there is neither. */
  consentMeans: z.enum(['page', 'paper']).nullable(),
  firstExposureOn: z.string().nullable(),
  /** False for somebody whose heart rate is shown and not judged (心拍で判断しない): health data. */
  heartJudged: z.boolean(),
  ...HeatLayerAnswer,
  /** What the worker's own exposure days say of their acclimatisation; null where nothing was measured. */
  observedAcclimatised: z.boolean().nullable(),
  /** Days on end without exposure, from the fourth on; after the twentieth only of somebody who counts as acclimatised. */
  daysWithoutExposure: z.number().int().nullable(),
  /** Reference WBGT in °C that follows from worker, group and site; null for administrators. */
  referenceWbgt: z.number().nullable(),
  /** False while an alert of the person is not closed. */
  canDelete: z.boolean(),
  version: z.number().int(),
})
export type UserRole = z.infer<typeof UserRole>

const tokyoOffsetMs = 9 * 3_600_000
const dayInJapan = (epochMs: number) => new Date(epochMs + tokyoOffsetMs).toISOString().slice(0, 10)

// What is no day at all is not judged as a day of birth besides.
const isDay = ({ issues }: { readonly issues: readonly unknown[] }) => issues.length === 0

const BirthDate = z.iso
  .date()
  .refine((day) => day > '1900-01-01', { params: { rule: 'day' }, when: isDay })
  .refine((day) => day < dayInJapan(Date.now()), { params: { rule: 'birthDate' }, when: isDay })

const emptyIsNull = (value: unknown) => (value === '' ? null : value)

/** A day that may be left out. The answers' instants are taken back as the day they fall on in Japan. */
const OptionalDay = z.preprocess(
  emptyIsNull,
  z
    .union([Day, Instant.transform((instant) => dayInJapan(Date.parse(instant)))])
    .nullish()
    .transform((day) => day ?? null),
)

/** Fields that every account has. */
const account = { userName: LoginId, fullName: PersonName, furigana: PersonName, phoneNumber: Phone, email: Email }
const serial = optionalCode(16)

const deviceType = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((type) => (type === null || type === undefined || type === '' ? null : String(type)))

/** What the worker form sends; its role is always User when a worker is made. */
export const WorkerDraft = z.object({
  ...account,
  companyId: wireInteger(1),
  officeId: wireInteger(1),
  workerCode: optionalCode(255),
  gender: wireInteger(1, 3),
  dateOfBirth: BirthDate,
  affiliation1: optionalText(100),
  affiliation2: optionalText(100),
  affiliation3: optionalText(100),
  language: z.preprocess(
    emptyIsNull,
    language.nullish().transform((code) => code ?? null),
  ),
  meditagId: serial,
  meditagType: deviceType,
  safetyBeltId: serial,
  safetyBeltType: deviceType,
  consentAt: OptionalDay,
  consentWithdrawnAt: OptionalDay,
  firstExposureOn: OptionalDay,
  heartJudged: wireFlag.default(true),
  ...HeatLayer,
})
export type WorkerDraft = z.output<typeof WorkerDraft>

/** What the form of service-unit administrators sends. */
export const ServiceAdminDraft = z.object(account)
type ServiceAdminDraft = z.output<typeof ServiceAdminDraft>
/** What the form of contract-unit administrators sends. */
export const ContractAdminDraft = ServiceAdminDraft.extend({ companyId: wireInteger(1) })
/** A base administrator's login ID is the system's to make. */
export const BaseAdminDraft = ContractAdminDraft.extend({ officeId: wireInteger(1) }).omit({ userName: true })

/** The draft that a role's form sends; the passwords come beside it. */
export const draftOf = {
  AdminUnitService: ServiceAdminDraft,
  AdminUnitContract: ContractAdminDraft,
  HeadquartersAdmin: BaseAdminDraft,
  GroupLeader: WorkerDraft,
  GroupSubLeader: WorkerDraft,
  User: WorkerDraft,
} as const satisfies Record<Role, z.ZodObject>

/** The password an account of the role is given. Workers' may be longer, as the worker form has it. */
export const passwordOf = (role: Role) => (isWorkerRole(role) ? passwordUpTo(255) : NewPassword)

const emptyIsAbsent = (value: unknown) => (value === '' || value === null ? undefined : value)

/** The two password fields of a form: required for a new account, left empty to keep the old one. */
export const passwordsOf = (role: Role, isNew: boolean) => {
  const password = passwordOf(role)
  return z
    .object({
      password: z.preprocess(emptyIsAbsent, isNew ? password : password.optional()),
      confirmPassword: z.preprocess(emptyIsAbsent, z.string().optional()),
    })
    .refine((given) => (given.password ?? '') === (given.confirmPassword ?? ''), {
      path: ['confirmPassword'],
      params: { rule: 'confirmPassword' },
      // Said together with the faults of the other fields, not only once those are mended.
      when: () => true,
    })
}

/** Anybody on the way in. Which fields are required depends on the role: see `draftOf` and `passwordsOf`. */
export const UserRoleInput = z.looseObject({
  role: WireRole.optional(),
  userId: wireInteger(1).optional(),
  version: wireInteger(1).optional(),
  password: z.preprocess(emptyIsAbsent, z.string().optional()),
  confirmPassword: z.preprocess(emptyIsAbsent, z.string().optional()),
})

/** What the cells of a file's columns take, in the file's order and in the words of the import screen. */
type FileOf<Field extends string> = Readonly<Partial<Record<Field, string>>>

const reachedBy = { phoneNumber: '15文字まで', email: '64文字まで' }
const name = '必須・全角の空白'
const loginId = '必須・半角英数字と . _ - @'
const password = '8文字以上・空なら後で設定'

/** A file of administrators. */
export const adminFile = {
  userName: loginId,
  fullName: name,
  furigana: name,
  ...reachedBy,
  password,
} as const satisfies FileOf<keyof ServiceAdminDraft | 'password'>

/** A file of base administrators, whose login IDs are the system's to make. */
export const baseAdminFile = { ...adminFile, userName: '空なら自動で決まります' } as const

const upTo100 = '100文字まで'
const day = '年月日'

/** A file of workers. Whom they lead is not in it: groups' own files say so. */
export const workerFile = {
  userName: loginId,
  workerCode: '255文字まで',
  fullName: name,
  furigana: name,
  gender: '必須・1 男 2 女 3 その他',
  dateOfBirth: '必須・西暦または和暦',
  ...reachedBy,
  affiliation1: upTo100,
  affiliation2: upTo100,
  affiliation3: upTo100,
  language: '日本語、ベトナム語など',
  meditagId: '番号',
  safetyBeltId: '番号',
  consentAt: day,
  consentWithdrawnAt: day,
  firstExposureOn: day,
  metabolicClass: '0 から 4',
  acclimatised: '1 慣れている 0 いない',
  clothing: '服装の名前',
  password,
} as const satisfies FileOf<keyof WorkerDraft | 'password'>
