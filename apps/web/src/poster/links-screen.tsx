import { LinksOfOffice } from '../organisation/access-keys/links-of-office.tsx'
import { PosterLinks } from '../organisation/access-keys/poster-links.tsx'

/** /poster-link/list: the posters of a site, by which anybody reports somebody unwell. */
export const PosterLinksScreen = () => (
  <LinksOfOffice screen="posterLinks" wayOut="選んだ拠点の掲示を作れます。">
    {({ officeId, officeName }) => <PosterLinks key={officeId} officeId={officeId} officeName={officeName} />}
  </LinksOfOffice>
)
