// One light out of focus: a flat disc with a slightly brighter rim.
float disc(vec2 p, vec2 at, float r, float soft) {
  vec2 q = abs(p - at);
  if (max(q.x, q.y) > r * (1. + soft)) return 0.;
  float d = length(q) / r;
  return smoothstep(1. + soft, 1. - soft, d) * (.62 + .38 * smoothstep(.45, .98, d));
}

vec3 lampTone(float k) {
  vec3 c = k < .42 ? vec3(1., .60, .22) : k < .62 ? vec3(1., .83, .55) : k < .76 ? vec3(1., .30, .24)
         : k < .90 ? vec3(.30, .72, .80) : vec3(.66, .46, .95);
  return c;
}

vec3 lights(vec2 p, float blur) {
  vec3 c = vec3(0.);
  // Windows and signs far away: still, breathing slowly.
  for (int i = 0; i < 58; i++) {
    // Multiples of irrational numbers scatter evenly and cost less than a hash.
    float f = float(i) + 3., b = fract(f * .75488), k = fract(f * .56984);
    float x = mod(fract(f * .61803) * 2.4 + time * .0045, 2.4) - 1.2;
    if (abs(p.x - x) > .075) continue;
    float r = .020 + .026 * fract(f * .38197 + b * 3.);
    vec2 at = vec2(x, .375 + b * b * .50);
    float on = .55 + .45 * sin(time * (.25 + .5 * k) + f * 2.4);
    c += lampTone(k) * disc(p, at, r, .10 + blur) * (.22 + .40 * on);
  }
  // Street lamps: a row that leads away from us.
  for (int i = 0; i < 9; i++) {
    float z = mod(float(i) / 9. - time * .012, 1.), s = 1. / (.16 + z * 1.25);
    float seen = smoothstep(0., .10, z) * smoothstep(1., .86, z);
    vec2 left = vec2(.10 - .155 * s, .40 + .062 * s), right = vec2(.10 + .185 * s, .40 + .062 * s);
    float r = .0125 * s + .012;
    c += vec3(1., .62, .26) * (disc(p, left, r, .08 + blur) + disc(p, right, r, .08 + blur)) * seen * .72;
  }
  // Traffic: white towards us on the left, red away from us on the right.
  for (int i = 0; i < 8; i++) {
    float f = float(i), z = mod(f / 8. + fract(f * .618) * .06 - time * .030, 1.), s = 1. / (.13 + z * .62);
    float seen = smoothstep(0., .14, z) * smoothstep(1., .8, z), r = .0078 * s + .009;
    vec2 at = vec2(.10 - .045 * s, .392 - .020 * s), gap = vec2(.014 * s, 0.);
    c += vec3(1., .90, .72) * (disc(p, at - gap, r, .08 + blur) + disc(p, at + gap, r, .08 + blur)) * seen * .50;
    z = mod(f / 8. + fract(f * .755) * .06 + time * .024, 1.), s = 1. / (.13 + z * .62);
    seen = smoothstep(0., .14, z) * smoothstep(1., .8, z), r = .0072 * s + .009;
    at = vec2(.10 + .052 * s, .392 - .018 * s), gap = vec2(.013 * s, 0.);
    c += vec3(1., .20, .16) * (disc(p, at - gap, r, .08 + blur) + disc(p, at + gap, r, .08 + blur)) * seen * .72;
  }
  return c;
}

vec3 scene(vec2 p) {
  const float ROAD = .355;
  vec3 c = mix(vec3(.20, .105, .21), vec3(.030, .042, .125), smoothstep(.3, .95, p.y));
  c += vec3(.62, .28, .14) * .75 * exp(-length((p - vec2(.10, .40)) * vec2(.8, 1.7)) * 3.2);
  for (int i = 0; i < 2; i++) {
    float f = float(i), w = mix(.16, .24, f), x = p.x + time * .0022 * (1. + f), cell = floor(x / w + f * .4);
    float away = smoothstep(.06, .62, abs(p.x - .10));
    float top = .40 + (.08 + .36 * hash(vec2(cell, f + 21.))) * mix(.35, 1., away);
    float side = fract(x / w + f * .4), edge = smoothstep(0., .06, side) * smoothstep(1., .94, side);
    c = mix(c, mix(vec3(.125, .080, .180), vec3(.062, .050, .125), f), smoothstep(.012, -.012, p.y - top) * edge * .85 * step(ROAD, p.y));
  }
  if (p.y < ROAD) {
    // Wet asphalt: what stands above, pulled down and broken up by the surface.
    float d = ROAD - p.y;
    c = mix(vec3(.10, .066, .10), vec3(.018, .018, .042), smoothstep(0., .36, d));
    float wet = fbm(vec2(p.x * 5., d * 22.), 3);
    vec3 pulled = vec3(0.);
    for (int i = 0; i < 3; i++) {
      float up = ROAD + .03 + d * (.5 + .6 * float(i)) + (wet - .5) * .06;
      pulled += lights(vec2(p.x + (wet - .5) * .035, up), .55);
    }
    c += pulled * .80 * (.25 + 1.2 * wet) * smoothstep(.42, .0, d);
  }
  c += lights(p, 0.) * smoothstep(.0, .2, p.y);
  return c / (1. + .18 * dot(c, vec3(.33)));
}
