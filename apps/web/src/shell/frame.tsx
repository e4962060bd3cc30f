import { EmergencyBanner } from '../emergency/emergency-banner.tsx'
import { useViewer } from '../platform/viewer.ts'
import { OwingFrame } from './owing-frame.tsx'
import { Shell } from './shell.tsx'

/** The frame around the screen of a signed-in person. */
export const Frame = () => {
  const [owed] = useViewer().owed
  return owed === undefined ? <Shell emergency={<EmergencyBanner />} /> : <OwingFrame owed={owed} />
}
