import { screens } from '@mimamori/contract/screens'
import { useEffect } from 'react'
import { Navigate } from '@tanstack/react-router'
import { holdMode } from '../platform/colour-mode.ts'
import { useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { Board } from './board.tsx'
import { linkOf } from './pass.ts'
import { useBoard } from './use-board.ts'
import { useWakeLock } from './use-screen-care.ts'

const BoardOf = ({ officeId, link }: { readonly officeId: number; readonly link?: string }) => {
  useWakeLock()
  return <Board state={useBoard(officeId, link)} />
}

/** For signed-in people: the office asked for, else their own, else the list to choose one from. */
const OwnBoard = ({ officeId }: { readonly officeId: number | undefined }) => {
  const viewer = useViewer()
  const shown = officeId ?? viewer.officeId
  return shown === null ? <Navigate to={screens.wallboardLinks.path} replace /> : <BoardOf officeId={shown} />
}

/** /wallboard?OfficeId=…#link */
export const WallboardScreen = () => {
  const { OfficeId: officeId, Theme: theme } = useScreenSearch('wallboard')
  const link = linkOf(location.hash)
  useEffect(() => (theme === undefined ? undefined : holdMode(theme)), [theme])
  if (link === undefined) return <OwnBoard officeId={officeId} />
  return officeId === undefined ? <Board state={{ kind: 'refused', status: 404 }} /> : <BoardOf officeId={officeId} link={link} />
}
