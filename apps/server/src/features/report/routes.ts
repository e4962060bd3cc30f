import type { Context } from '../../platform/context.ts'
import type { Route } from '../../platform/http/route.ts'
import { reportFileRoutes } from './files/routes.ts'
import { reportJobRoutes } from './jobs/routes.ts'
import { logbookRoutes } from './logbook/routes.ts'
import { reportScheduleRoutes } from './schedule/routes.ts'
import { safetySummaryRoutes } from './summary/routes.ts'
import { reportTableRoutes } from './table/routes.ts'

/** Reports: tables of hours, their files, the month of a site, its logbook, and what is sent of them. */
export const reportRoutes = (context: Context): Route[] => [
  ...reportTableRoutes(context),
  ...reportFileRoutes(context),
  ...reportJobRoutes(context),
  ...safetySummaryRoutes(context),
  ...logbookRoutes(context),
  ...reportScheduleRoutes(context),
]
