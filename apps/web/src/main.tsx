import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepDeviceClean } from './platform/action-queue/clean-device.ts'
import './platform/base.css'
import { takeNewBuilds } from './platform/new-build.ts'
import { queryClient } from './platform/query.ts'
import { registerWorkerIfAble } from './platform/service-worker.ts'
import './platform/texts.ts'
import { router } from './routes.tsx'

registerWorkerIfAble()
takeNewBuilds()
keepDeviceClean()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html lacks #root')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
