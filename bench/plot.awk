# Draws the medians of bench/curve as an SVG of three panels over the number of connections: payouts a
# second (the yardstick dashed), latency, and processor time a payout; the last two on log scales.

{ count++
  connections[count] = $1; rate[count] = $2; p50[count] = $3; p99[count] = $4
  service_us[count] = $7; postgres_us[count] = $8; yardstick[count] = $13
  if ($13 > 0) has_yardstick = 1 }

END {
  WIDTH = 560; LEFT = 60; PLOT = 470; HEIGHT = 150
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d 640\" font-family=\"sans-serif\" font-size=\"11\">\n", WIDTH
  print "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"
  begin("payouts/s", 30, 0)
  scale(rate); if (has_yardstick) scale(yardstick)
  axis()
  line(rate, "#0b62a3", "", "service")
  if (has_yardstick) line(yardstick, "#777", "4 3", "yardstick")
  begin("ms", 235, 1)
  scale(p50); scale(p99)
  axis()
  line(p50, "#0b62a3", "", "p50")
  line(p99, "#b4420f", "", "p99")
  begin("processor time a payout, us", 440, 1)
  scale(postgres_us); scale(service_us)
  axis()
  line(postgres_us, "#2c7a3f", "", "PostgreSQL")
  line(service_us, "#0b62a3", "", "service")
  printf "<text x=\"%d\" y=\"628\" text-anchor=\"middle\">connections</text>\n</svg>\n", LEFT + PLOT / 2
}

function begin(title, y, is_log) {
  top = y; logarithmic = is_log; low = 0; high = 0; legend = 0
  printf "<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s</text>\n", LEFT, top - 8, title
}

function scale(values, i) {
  for (i = 1; i <= count; i++) {
    if (values[i] <= 0) continue
    if (values[i] > high) high = values[i]
    if (low == 0 || values[i] < low) low = values[i]
  }
}

# Rounds the scale to what a reader expects and draws its lines.
function axis(step, value, i) {
  if (high == 0) high = low = 1
  if (logarithmic) {
    low = 10 ^ floor(log10(low)); high = 10 ^ -floor(-log10(high))
    if (high == low) high *= 10
    for (value = low; value <= high * 1.01; value *= 10) rule(value)
  } else {
    step = 10 ^ floor(log10(high)); if (high / step < 2) step /= 5; else if (high / step < 5) step /= 2
    low = 0; high = -floor(-high / step) * step
    for (value = 0; value <= high * 1.001; value += step) rule(value)
  }
  for (i = 1; i <= count; i++)
    printf "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", x(i), top + HEIGHT + 14, connections[i]
}

function rule(value) {
  printf "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>", LEFT, y(value), LEFT + PLOT
  printf "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", LEFT - 6, y(value) + 4, value
}

function line(values, colour, dashes, name, i, points) {
  for (i = 1; i <= count; i++) if (values[i] > 0) points = points sprintf("%.1f,%.1f ", x(i), y(values[i]))
  printf "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\"/>\n", points, colour, (dashes ? dashes : "none")
  for (i = 1; i <= count; i++)
    if (values[i] > 0) printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>", x(i), y(values[i]), colour
  printf "<text x=\"%d\" y=\"%d\" fill=\"%s\" text-anchor=\"end\">%s</text>\n", LEFT + PLOT - 90 * legend++, top - 8, colour, name
}

function x(i) { return LEFT + (count > 1 ? PLOT * (i - 1) / (count - 1) : PLOT / 2) }

function y(value, share) {
  share = logarithmic ? (log(value) - log(low)) / (log(high) - log(low)) : value / high
  return top + HEIGHT * (1 - share)
}

function log10(value) { return log(value) / log(10) }

function floor(value, whole) { whole = int(value); return whole > value ? whole - 1 : whole }
