import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../platform/base.css'
import { deviceLanguage } from '../platform/device-language.ts'
import { registerReportPageWorker } from '../platform/service-worker.ts'
import { showLanguage } from '../platform/texts.ts'
import { SiteReportPage } from './page.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('site-report.html lacks #root')

void showLanguage(deviceLanguage())

createRoot(root).render(
  <StrictMode>
    <SiteReportPage />
  </StrictMode>,
)

// What the page shows comes first on a slow network.
addEventListener('load', registerReportPageWorker)
