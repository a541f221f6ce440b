/** The places a text may have. */
export const PlacesHelp = ({ known }: { readonly known: readonly string[] }) => (
  <p className="meta">
    Estes campos são preenchidos com o que se sabe do chamado: {known.map(name => `{{ ${name} }}`).join(', ')}. O que
    fica entre {'{% if estacao %}'} e {'{% endif %}'} só sai quando há estação.
  </p>
)
