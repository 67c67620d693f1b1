import { qrPath } from './qr-path.ts'

type Props = {
  text: string
  label: string
  /** Size, and the ground where the page is not white. */
  className: string
}

/** A QR code drawn in the browser; QrCode.astro is the one of pages. */
export const QrCode = ({ text, label, className }: Props) => {
  const { size, path } = qrPath(text, 'M')
  return (
    <svg
      viewBox={`0 -0.5 ${size} ${size}`}
      className={className}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} stroke="#000" />
    </svg>
  )
}
