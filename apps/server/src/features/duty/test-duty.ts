import { duty } from '@mimamori/contract'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

type Person = { readonly user_id: number }

/** A product with two companies and calls of reporting lines; times are of July 2026, as `20T13:30`. */
export const startDuty = async () => {
  const product = await startTestApp()
  const { db } = product.context
  const tenants = await makeTenants(db)
  const { people, office, group } = tenants
  const path = (rest = '', officeId = office.office_id) => `/api/Duty/${officeId}${rest}`

  const save = async (draft: object, actor: Person = people.base) => {
    const answer = await product.askAs(actor, 'PUT', path(), draft)
    return { ...answer, saved: duty.save.answer.safeParse(answer.body).data }
  }
  return {
    ...product,
    db,
    ...tenants,
    path,
    save,
    setTime: (clock: string) => {
      product.time.now = new Date(`2026-07-${clock}:00+09:00`)
    },
    newWorker: (affiliation1: string | null = '三協型枠', values: object = {}) =>
      makeUser(db, 'User', { ...office, group_id: group.group_id }, { affiliation1, ...values }),
    read: async (actor: Person = people.base, query = '') => {
      const { status, body } = await product.askAs(actor, 'GET', path(query))
      return { status, read: duty.read.answer.safeParse(body).data }
    },
    brief: async (who: readonly Person[], more: object = {}, actor: Person = people.leader) => {
      const payload = { userIds: who.map((one) => one.user_id), means: 'meeting', ...more }
      const answer = await product.askAs(actor, 'POST', path('/Told'), payload)
      return { ...answer, briefed: duty.brief.answer.safeParse(answer.body).data }
    },
    briefings: async (query = '', actor: Person = people.base) => {
      const { status, body } = await product.askAs(actor, 'GET', path(`/Told${query}`))
      return duty.briefings.answer.safeParse(body).data ?? { data: [], count: -status }
    },
    register: async (actor: Person = people.base) => {
      const { body } = await product.askAs(actor, 'GET', path('/Register'))
      return duty.register.answer.parse(body)
    },
  }
}
