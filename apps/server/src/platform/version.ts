import manifest from '../../../../package.json' with { type: 'json' }

/** The product's version, `major.minor.patch`: that of the repository's package.json, the one place that says it. */
export const { version } = manifest
