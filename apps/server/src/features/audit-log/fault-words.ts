import type { Db } from '../../platform/context.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import type { ChainName } from '../../shared/audit/log-chain.ts'
import type { Fault } from './verify.ts'

const chainNames: Record<ChainName, string> = { change: '操作の記録', read: '体調の閲覧の記録' }

const sayFault = (fault: Fault): string => {
  switch (fault.kind) {
    case 'changed':
      return `${fault.no}番（番号 ${fault.auditId}、${toJapanIso(fault.at)}）かその直前が書き換えられています / changed`
    case 'inserted':
      return `${fault.no}番（番号 ${fault.auditId}、${toJapanIso(fault.at)}）は後から差し込まれています / inserted`
    case 'missing':
      return `${fault.no === fault.to ? `${fault.no}番` : `${fault.no}番から${fault.to}番まで`}がありません / missing`
    case 'replaced':
      return `前回の検証で${fault.no}番だった記録がないか、別のものです / not the record of the check before`
    case 'erasure':
      return `個人データの消去（番号 ${fault.auditId}）で変えた記録の一覧が、消去したときのものではありません / not the entries that the erasure changed`
    default:
      fault satisfies never
      return ''
  }
}

/** The faults of a log, one line each, with the company that each is of. */
export const sayFaults = async (db: Db, faults: readonly Fault[]): Promise<string[]> => {
  const companies = await db.selectFrom('company as c').select(['c.company_id', 'c.code', 'c.name']).execute()
  const names = new Map(companies.map(({ company_id, code, name }) => [company_id, `${name}（${code}）`]))
  return faults.map((fault) => `${names.get(fault.companyId) ?? `会社 ${fault.companyId}`} ${chainNames[fault.chain]}：${sayFault(fault)}`)
}
