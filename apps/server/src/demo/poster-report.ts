import type { Context } from '../platform/context.ts'
import { takeReport } from '../features/site-report/report.ts'
import type { OfficeKey } from '../shared/organisation/keys.ts'

/** Somebody reports a colleague by the poster of a site, once for each link. */
export const reportFromPoster = async (context: Context, office: OfficeKey, poster: string): Promise<void> => {
  const [linkId = ''] = (poster.split('#')[1] ?? '').split('.')
  const draft = {
    who: '青いヘルメットの人',
    where: '東側 外部足場 2段目',
    signs: ['cannotStand', 'hot'] as const,
    note: '座りこんで、話しかけても返事がおそい',
  }
  const { companyId, officeId } = office
  await takeReport(context, { kind: 'poster', linkId, companyId, officeId }, { ...draft, signs: [...draft.signs], at: null }, 'demo report')
}
