export type SamplerSettings = { readonly kind: 'always_on' | 'always_off' | 'traceidratio'; readonly share: number }

/** Where traces go, and which. */
export type TracingSettings = {
  /** The address that takes spans, with its path. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** Further attributes of the process. */
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: SamplerSettings
}
