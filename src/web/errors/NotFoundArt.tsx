/** A mast that nobody answers: the image of the 404 page. */
export const NotFoundArt = () => (
  <svg viewBox="0 0 360 200" width="360" height="200" style={{ maxWidth: '100%', height: 'auto' }}>
    <title>404</title>
    <g fill="none" stroke="var(--line-strong)" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
      <path d="M30 176h300" stroke="var(--line)" />
      <path d="M160 176l20-104 20 104M164.500 153h31M169 130h22M173 108h14M164.500 153l26.500-23M195.500 153 169 130M169 130l18-22M191 130l-18-22" />
    </g>
    <circle cx="180" cy="66" r="4" fill="var(--accent)" />
    <g fill="none" stroke="var(--accent)" strokeWidth="2" strokeLinecap="round">
      <path d="M166 78a18 18 0 0 1 0-24M194 54a18 18 0 0 1 0 24" />
      <path d="M154 88a33 33 0 0 1 0-44M206 44a33 33 0 0 1 0 44" opacity=".55" />
      <path d="M142 98a48 48 0 0 1 0-64M218 34a48 48 0 0 1 0 64" opacity=".25" strokeDasharray="1 7" />
    </g>
    <g fill="var(--ink)" fontFamily="var(--font)" fontSize="56" fontWeight="600" textAnchor="middle">
      <text x="72" y="150">
        4
      </text>
      <text x="288" y="150">
        4
      </text>
    </g>
  </svg>
)
