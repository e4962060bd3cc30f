import { GateLinks } from '../organisation/access-keys/gate-links.tsx'
import { LinksOfOffice } from '../organisation/access-keys/links-of-office.tsx'
import { WallboardLinks } from '../organisation/access-keys/wallboard-links.tsx'

/** /wallboard-link/list: the board of a site, and the links that show it. */
export const WallboardLinksScreen = () => (
  <LinksOfOffice screen="wallboardLinks" wayOut="選んだ拠点のボードを開き、リンクを作れます。">
    {({ officeId, officeName }) => (
      <>
        <WallboardLinks key={`board ${officeId}`} officeId={officeId} officeName={officeName} />
        <GateLinks key={`gate ${officeId}`} officeId={officeId} officeName={officeName} />
      </>
    )}
  </LinksOfOffice>
)
