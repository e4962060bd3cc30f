import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Code, requiredText } from './field.ts'
import { admins, leaders } from './role.ts'
import { listOf, listQuery, Nothing, wireInteger } from './wire.ts'

export const Company = z.object({ companyId: z.number().int(), officeCode: z.string(), companyName: z.string(), version: z.number().int() })
export type Company = z.infer<typeof Company>

/** A company as the list shows it. */
export const CompanyListRow = Company.extend({
  /** '1' where its people may sign in at the company's own provider; only service administrators see it. */
  singleSignOn: z.enum(['0', '1']).nullable(),
})
export type CompanyListRow = z.infer<typeof CompanyListRow>

/** What a form sends to make a company. */
export const CompanyDraft = z.object({ officeCode: Code, companyName: requiredText(100) })
const CompanyChange = CompanyDraft.extend({ companyId: wireInteger(1), version: wireInteger(1).optional() })

const one = z.object({ id: wireInteger(1) })
export const companySortKeys = ['officeCode', 'companyName'] as const

export const company = {
  list: endpoint({
    method: 'GET',
    path: '/api/Company',
    permission: [...admins, ...leaders],
    summary: '範囲内の会社。limit がなければすべて。',
    query: z.object({ ...listQuery, officeCode: z.string().optional(), companyName: z.string().optional() }),
    answer: listOf(CompanyListRow),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/Company/:id',
    permission: ['AdminUnitService', 'AdminUnitContract'],
    summary: '会社。',
    params: one,
    answer: Company,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/Company',
    permission: ['AdminUnitService'],
    once: true,
    summary: '会社を登録する。',
    body: CompanyDraft,
    answer: Company,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/Company',
    permission: ['AdminUnitService'],
    summary: '会社を更新する。',
    body: CompanyChange,
    answer: Company,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/Company/:id',
    permission: ['AdminUnitService'],
    summary: '会社を削除する。拠点や利用者が残っていれば断る。',
    params: one,
    answer: Nothing,
  }),
}
