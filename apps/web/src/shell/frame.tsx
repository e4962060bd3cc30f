import { EmergencyBanner } from '../emergency/emergency-banner.tsx'
import { Look } from '../platform/look.tsx'
import { useViewer } from '../platform/viewer.ts'
import { OwingFrame } from './later-parts.ts'
import { Shell } from './shell.tsx'

/** The frame around the screen of a signed-in person. */
export const Frame = () => {
  const [owed] = useViewer().owed
  return <Look>{owed === undefined ? <Shell emergency={<EmergencyBanner />} /> : <OwingFrame owed={owed} />}</Look>
}
