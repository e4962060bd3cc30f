import type { ApiTokenRead, ApiTokenRow } from '@mimamori/contract/api-token'

/** A token of all sites that is good for a year and was never used. */
export const tokenOf = (more: Partial<ApiTokenRow> = {}): ApiTokenRow => ({
  id: 'rt-6JQ1H9AB2C',
  name: '月次の集計（BI）',
  companyId: 1,
  companyName: '明和川建設',
  scopes: ['condition', 'vitals', 'reports'],
  officeIds: null,
  offices: [],
  siteCount: 2,
  state: 'live',
  endsOn: '2027-03-31',
  daysLeft: 254,
  createdAt: '2026-06-30T09:00:00+09:00',
  createdBy: '藤原　和子',
  stoppedAt: null,
  stoppedBy: null,
  lastUsedAt: null,
  lastAddress: null,
  ...more,
})

/** A read that was answered. */
export const readOf = (more: Partial<ApiTokenRead> = {}): ApiTokenRead => ({
  at: '2026-07-21T05:00:00+09:00',
  tokenId: 'rt-6JQ1H9AB2C',
  tokenName: '月次の集計（BI）',
  method: 'GET',
  path: '/api/export/readings',
  address: '198.51.100.7',
  reads: 1,
  count: 1_302,
  result: 'given',
  ...more,
})
