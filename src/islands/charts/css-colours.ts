/**
 * Reads colours of the style sheet as rgb, which ECharts requires: tokens may be oklab or mixed. `colour` takes any CSS
 * colour; call `done` when finished.
 */
export function cssColours(within: HTMLElement): { colour: (value: string) => string; done: () => void } {
  const probe = within.appendChild(document.createElement('i'))
  // A transition would report the previous colour.
  probe.style.transitionProperty = 'none'
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  return {
    colour: (value) => {
      probe.style.color = value
      if (pen === null) return value
      pen.clearRect(0, 0, 1, 1)
      pen.fillStyle = getComputedStyle(probe).color
      pen.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data
      return `rgb(${red}, ${green}, ${blue})`
    },
    done: () => probe.remove(),
  }
}
