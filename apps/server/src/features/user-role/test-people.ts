import type { Context } from '../../platform/context.ts'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'

export const goodPassword = 'Mimamori-1'

/** What the worker form sends for somebody new. */
export const workerForm = (office: { company_id: number; office_id: number }, loginId: string, more: object = {}) => ({
  role: 'User',
  userName: loginId,
  password: goodPassword,
  confirmPassword: goodPassword,
  fullName: '山田　太郎',
  furigana: 'ヤマダ　タロウ',
  companyId: office.company_id,
  officeId: office.office_id,
  gender: 1,
  dateOfBirth: '1980-04-01',
  ...more,
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What of the product the people need; it comes from the front door. */
type Product = {
  readonly context: Context
  readonly as: (user: { user_id: number }) => Promise<Record<string, string>>
  readonly ask: (
    method: Method,
    url: string,
    options: { headers: Record<string, string>; payload?: object },
  ) => Promise<{ status: number; headers: object; body: unknown }>
}

/** The product with an office, somebody of every kind who keeps accounts there, and offices beside it and elsewhere. */
export const addPeople = async <P extends Product>(product: P) => {
  const { db } = product.context
  const office = await makeOffice(db)
  const elsewhere = await makeOffice(db)
  const beside = await makeOffice(db, { company_id: office.company_id })
  const service = await makeUser(db, 'AdminUnitService')
  const contract = await makeUser(db, 'AdminUnitContract', office)
  const base = await makeUser(db, 'HeadquartersAdmin', office)
  const call = async (actor: { user_id: number }, method: Method, url: string, payload?: object) =>
    product.ask(method, url, { headers: await product.as(actor), ...(payload === undefined ? {} : { payload }) }) as ReturnType<P['ask']>
  return { ...product, db, office, elsewhere, beside, service, contract, base, call }
}
