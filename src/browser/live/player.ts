import { promptLogin } from '../../stores/accounts/session.ts'
import { startWatching, watchProgress } from '../../stores/live/watch-progress.ts'
import { createElement } from '../shell/create-element.ts'

/** Base URL of the streams, with a folder per class. */
const streamHost = import.meta.env.PUBLIC_LIVE_STREAM_URL ?? '/streams'
const hlsType = 'application/vnd.apple.mpegurl'

/** Receives the message of a playback error. */
type OnPlaybackError = (sentence: string) => void

/** Uses native HLS where the browser has it, else hls.js, loaded on demand. */
async function attachStream(video: HTMLVideoElement, source: string, onError: OnPlaybackError): Promise<void> {
  if (video.canPlayType(hlsType) !== '') {
    video.src = source
    video.addEventListener('error', () => onError('播放中断，信号可能尚未到达，请稍后重试。'))
    return
  }
  const { default: Hls } = await import('hls.js/light')
  if (!Hls.isSupported()) return onError('这个浏览器不支持播放，请换用新版浏览器。')
  // The content security policy forbids workers from blobs.
  const hls = new Hls({ enableWorker: false })
  let hasRecovered = false
  hls.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return
    if (type === Hls.ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true
      return hls.recoverMediaError()
    }
    hls.destroy()
    onError('播放中断，信号可能尚未到达，请稍后重试。')
  })
  hls.loadSource(source)
  hls.attachMedia(video)
}

interface PlayerOptions {
  readonly classId: number
  readonly stream: string
  readonly title: string
}

/** Replaces the cover by the player and plays; reports watching to the server. */
export async function playStream(
  place: HTMLElement,
  { classId, stream, title }: PlayerOptions,
  onError: OnPlaybackError,
): Promise<void> {
  const video = document.createElement('video')
  video.className = 'size-full bg-black object-contain'
  video.controls = true
  video.playsInline = true
  // The demo stream is a few seconds long.
  video.loop = stream === 'demo'
  video.setAttribute('aria-label', `播放：${title}`)
  const reportPlaying = startWatching(classId)
  video.addEventListener('playing', () => reportPlaying(true))
  for (const stop of ['pause', 'ended', 'waiting'] as const) video.addEventListener(stop, () => reportPlaying(false))
  place.replaceChildren(video)
  await attachStream(video, `${streamHost}/${stream}/index.m3u8`, (sentence) => {
    reportPlaying(false)
    onError(sentence)
  })
  video.focus({ preventScroll: true })
  // If autoplay is blocked, the browser shows its own play button.
  await video.play().catch(() => {})
}

/** Watch time and points below the player, as counted by the server. */
export function startWatchProgress(place: HTMLElement | null): void {
  if (place === null) return
  place.hidden = false
  watchProgress.subscribe((now) => {
    if (now.at === 'guest') {
      const button = createElement('button', 'ml-2 text-accent hover:underline max-md:min-h-11', '登录')
      button.type = 'button'
      button.addEventListener('click', () => promptLogin(() => {}))
      place.replaceChildren('登录后观看可得积分', button)
    } else if (now.at === 'waiting') place.textContent = '正在计时…'
    else if (now.at === 'lost') place.textContent = '网络中断，恢复后继续计时'
    else if (!now.counting) place.textContent = '您在另一个窗口观看，这里不重复计时'
    else {
      const { seconds, points, balance } = now
      place.textContent = `已观看 ${Math.floor(seconds / 60)} 分 ${seconds % 60} 秒，本课获得 ${points} 分，积分余额 ${balance}`
    }
  })
}
