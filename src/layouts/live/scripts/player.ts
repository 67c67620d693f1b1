import { startWatching } from '../../../stores/live/watching.ts'

/** Host of the streams; below it a folder for each class. */
const streams = import.meta.env.PUBLIC_LIVE_STREAM_URL ?? '/streams'
const native = 'application/vnd.apple.mpegurl'

/** Says why it does not play. */
type Failed = (sentence: string) => void

/** The browser's own player where it has one for HLS, else the package, which comes only now. */
async function feed(video: HTMLVideoElement, source: string, failed: Failed): Promise<void> {
  if (video.canPlayType(native) !== '') {
    video.src = source
    video.addEventListener('error', () => failed('播放中断，信号可能尚未到达，请稍后重试。'))
    return
  }
  const { default: Hls } = await import('hls.js/light')
  if (!Hls.isSupported()) return failed('这个浏览器不支持播放，请换用新版浏览器。')
  // A worker out of a text is refused by the page's policy.
  const hls = new Hls({ enableWorker: false })
  let mended = false
  hls.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return
    if (type === Hls.ErrorTypes.MEDIA_ERROR && !mended) {
      mended = true
      return hls.recoverMediaError()
    }
    hls.destroy()
    failed('播放中断，信号可能尚未到达，请稍后重试。')
  })
  hls.loadSource(source)
  hls.attachMedia(video)
}

interface Player {
  readonly classId: number
  readonly stream: string
  readonly title: string
}

/** Puts the player in the place of the cover and plays; tells the server as long as it does. */
export async function play(place: HTMLElement, { classId, stream, title }: Player, failed: Failed): Promise<void> {
  const video = document.createElement('video')
  video.className = 'size-full bg-black object-contain'
  video.controls = true
  video.playsInline = true
  // The demo's signal is a few seconds long; a live one ends by itself.
  video.loop = stream === 'demo'
  video.setAttribute('aria-label', `播放：${title}`)
  const tell = startWatching(classId)
  video.addEventListener('playing', () => tell(true))
  for (const stop of ['pause', 'ended', 'waiting'] as const) video.addEventListener(stop, () => tell(false))
  place.replaceChildren(video)
  await feed(video, `${streams}/${stream}/index.m3u8`, (sentence) => {
    tell(false)
    failed(sentence)
  })
  video.focus({ preventScroll: true })
  // A browser that lets nothing begin by itself shows its own button.
  await video.play().catch(() => {})
}
