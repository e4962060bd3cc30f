import { makeOffice, makeUser } from '../platform/test-factories.ts'
import { createTestApp } from '../test-app.ts'

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

/** The product with a site, somebody of every kind who keeps accounts there, and the same at another company. */
export const createPeople = async () => {
  const product = await createTestApp()
  const { db } = product.context
  const office = await makeOffice(db)
  const elsewhere = await makeOffice(db)
  const beside = await makeOffice(db, { company_id: office.company_id })
  const service = await makeUser(db, 'AdminUnitService')
  const contract = await makeUser(db, 'AdminUnitContract', office)
  const base = await makeUser(db, 'HeadquartersAdmin', office)
  const call = async (actor: { user_id: number }, method: Method, url: string, payload?: object) =>
    product.ask(method, url, { headers: await product.as(actor), ...(payload === undefined ? {} : { payload }) })
  return { ...product, db, office, elsewhere, beside, service, contract, base, call }
}
export type People = Awaited<ReturnType<typeof createPeople>>
