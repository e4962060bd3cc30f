import { type Case, nextCode, type Plot } from './plot.ts'

const linksOf = ({ office }: Plot) => `/api/Office/${office.office_id}/PosterLink`
const newPoster = async (plot: Plot) => (await plot.newLink('poster')).linkId

/** The entries of the endpoints of posters and of the reports that are sent by them. */
export const siteReportCases: Record<string, Case> = {
  'GET /api/Office/:id/PosterLink': { ask: (plot) => ({ url: linksOf(plot) }), elsewhere: 404, ofSite: true },
  'POST /api/Office/:id/PosterLink': {
    ask: (plot) => ({ url: linksOf(plot), payload: { name: nextCode() } }),
    elsewhere: 404,
    ofSite: true,
  },
  'POST /api/Office/:id/PosterLink/:linkId/Renew': {
    ask: async (plot) => ({ url: `${linksOf(plot)}/${await newPoster(plot)}/Renew` }),
    elsewhere: 404,
    ofSite: true,
  },
  'DELETE /api/Office/:id/PosterLink/:linkId': {
    ask: async (plot) => ({ url: `${linksOf(plot)}/${await newPoster(plot)}` }),
    elsewhere: 404,
    ofSite: true,
  },
  'GET /api/Office/:id/Poster': {
    ask: (plot) => ({
      url: `/api/Office/${plot.office.office_id}/Poster?languages=ja`,
      headers: { 'x-poster-secret': `${plot.poster.linkId}.${plot.poster.secret}` },
    }),
    elsewhere: 404,
    ofSite: true,
  },
  'GET /api/SiteReport': { ask: () => ({ url: '/api/SiteReport' }), elsewhere: 'own' },
  'POST /api/SiteReport': { ask: () => ({ url: '/api/SiteReport', payload: { where: '北門', signs: ['hot'] } }), elsewhere: 'own' },
  'GET /api/SiteReport/:receipt': {
    ask: async (plot) => ({ url: `/api/SiteReport/${await plot.newReceipt()}` }),
    elsewhere: 404,
  },
}
