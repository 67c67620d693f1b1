/** Recommended streaming settings for an upload rate, using three quarters of it. */
export interface StreamSettings {
  /** 1920 × 1080. */
  readonly size: string
  readonly frames: number
  /** kbit a second */
  readonly video: number
  /** kbit a second */
  readonly audio: number
}

const steps: readonly StreamSettings[] = [
  { size: '1920 × 1080', frames: 30, video: 4_500, audio: 128 },
  { size: '1280 × 720', frames: 30, video: 2_500, audio: 128 },
  { size: '960 × 540', frames: 25, video: 1_200, audio: 96 },
  { size: '640 × 360', frames: 25, video: 700, audio: 64 },
]

/** The best picture that an upload of so many Mbit a second carries; undefined where none is steady. */
export function streamSettings(uploadMbit: number): StreamSettings | undefined {
  const room = uploadMbit * 1_000 * 0.75
  return steps.find(({ video, audio }) => video + audio <= room)
}

/** Megabytes that a recording of so many minutes takes. */
export const recordingSize = ({ video, audio }: StreamSettings, minutes: number): number =>
  Math.ceil(((video + audio) * 1_000 * minutes * 60) / 8 / 1_000_000)

/** Numbers out of an address: Mbit a second up to 1,000, minutes up to ten hours; what makes no sense is left out. */
export function readStreamQuery(query: URLSearchParams): {
  readonly upload: number | undefined
  readonly minutes: number
} {
  const upload = Number(query.get('upload') ?? '')
  const minutes = Number(query.get('minutes') ?? '')
  return {
    upload: upload > 0 && upload <= 1_000 ? upload : undefined,
    minutes: Number.isInteger(minutes) && minutes > 0 && minutes <= 600 ? minutes : 60,
  }
}
