import { screens } from '@mimamori/contract/screens'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { leaveEarlyPage } from './early/early-page.ts'
import { loadConsole } from './load-console.ts'
import { keepDeviceClean } from './platform/action-queue/clean-device.ts'
import { sessionAccount } from './platform/api.ts'
import './platform/base.css'
import { takeNewBuilds } from './platform/new-build.ts'
import type { ShowPage } from './platform/page.ts'
import { queryClient } from './platform/query.ts'
import { registerWorkerIfAble } from './platform/service-worker.ts'
import './platform/texts.ts'

registerWorkerIfAble()
takeNewBuilds()
keepDeviceClean()

const place = document.getElementById('root')
if (place === null) throw new Error('index.html lacks #root')

const root = createRoot(place)
const show: ShowPage = (page) =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>{page}</QueryClientProvider>
    </StrictMode>,
  )

const openConsole = async () => {
  const { Console } = await loadConsole()
  leaveEarlyPage()
  show(<Console />)
}

/** A leader sees the home before the rest of the console is there (decisions/0179). */
const open = async () => {
  const mayBeAhead = location.pathname === screens.home.path && location.search === '' && sessionAccount() !== undefined
  const ahead = mayBeAhead ? await import('./shell/open-ahead.tsx').catch(() => undefined) : undefined
  if (ahead !== undefined) await ahead.openAhead(show, openConsole).catch(openConsole)
  else await openConsole()
}

void open()
