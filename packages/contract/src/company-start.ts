import { z } from 'zod'
import { Company, CompanyDraft } from './company.ts'
import { endpoint } from './endpoint.ts'
import { Email, optionalText, PersonName } from './field.ts'
import { MadeIngestKey } from './ingest-key.ts'
import { Office, OfficeDraft } from './office.ts'

const { baseCode, officeName, opensAt, closesAt, emergencyPhone, hospitalName, hospitalPhone, publicWbgtStation } = OfficeDraft.shape

/** A new company with its first site, the administrator of that site, and the key by which its gateways send. */
export const CompanyStartDraft = z.object({
  ...CompanyDraft.shape,
  baseCode,
  officeName,
  opensAt,
  closesAt,
  emergencyPhone,
  hospitalName,
  hospitalPhone,
  publicWbgtStation,
  fullName: PersonName,
  furigana: PersonName,
  email: Email,
  /** What the key is called; none is made without a name. */
  keyName: optionalText(100),
})

export const CompanyStarted = z.object({
  company: Company,
  office: Office,
  administrator: z.object({
    userId: z.number().int(),
    userName: z.string(),
    fullName: z.string(),
    /** Made up by the server, shown this once, and to be changed at the first sign-in. */
    password: z.string(),
  }),
  key: MadeIngestKey.nullable(),
})
export type CompanyStarted = z.infer<typeof CompanyStarted>

export const companyStart = {
  create: endpoint({
    method: 'POST',
    path: '/api/Company/Start',
    permission: ['AdminUnitService'],
    summary:
      '会社、最初の拠点、拠点管理者、受信キーをまとめて登録する。どれかが登録できないときは、どれも登録しない。パスワードとキーの秘密はこの答えにだけある。',
    body: CompanyStartDraft,
    answer: CompanyStarted,
  }),
}
