/** The steps of procedures, one a line; numbers and bullets of the writer's own are left out. */
export const procedureSteps = (procedures: string | null | undefined): string[] =>
  (procedures ?? '')
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[0-9０-９]+[.)．、）]|[・●○-])\s*/, '').trim())
    .filter((line) => line !== '')
