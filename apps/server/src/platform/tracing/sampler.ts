import { AlwaysOffSampler, AlwaysOnSampler, type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace'
import type { SamplerSettings } from '../config/tracing-settings.ts'

/** Records a share of traces by lot. */
const byLot = (share: number): Sampler => ({
  shouldSample: () => ({ decision: Math.random() < share ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD }),
  toString: () => `ByLot{${share}}`,
})

/** Decides which messages are recorded; all that follows from a message is decided with it. */
export const samplerOf = ({ kind, share }: SamplerSettings): Sampler => {
  switch (kind) {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return byLot(share)
    default:
      return kind satisfies never
  }
}
