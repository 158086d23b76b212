float crest(float x, float layer) {
  float s = layer * 17.3;
  float broad = noise(vec2(x * .9 + s, s)), fine = noise(vec2(x * 2.3 - s, s + 4.));
  // Squared noise gives long slopes and narrow crests, as wind does.
  return broad * broad * .85 + fine * .16;
}

vec3 scene(vec2 p) {
  float dusk = smoothstep(0., 1., time / seconds);
  vec2 sun = vec2(-.34, mix(.80, .66, time / seconds));
  float y = clamp((p.y - .35) / .65, 0., 1.);
  vec3 c = mix(mix(vec3(1., .83, .60), vec3(1., .66, .46), dusk), mix(vec3(.93, .66, .45), vec3(.74, .40, .42), dusk), smoothstep(0., .7, y));
  c = mix(c, mix(vec3(.72, .58, .54), vec3(.42, .27, .42), dusk), smoothstep(.45, 1.1, y));
  float d = length(p - sun);
  c += vec3(1., .70, .38) * (.34 * exp(-d * 3.) + .30 * exp(-d * 8.));
  c = mix(c, vec3(1., .96, .86), smoothstep(.0602, .0580, d));
  float veil = fbm(vec2(p.x * 1.4 - time * .012, p.y * 7.), 4);
  c = mix(c, vec3(1., .86, .70), .28 * smoothstep(.5, .8, veil) * smoothstep(.5, .75, p.y));

  vec3 hazeTone = mix(vec3(1., .80, .58), vec3(.93, .56, .44), dusk);
  // From the nearest dune backwards, so that covered ones need not be worked out.
  float open = 1.;
  vec3 seen = vec3(0.);
  for (int i = 5; i >= 0 && open > .004; i--) {
    float k = float(i) / 5., scale = mix(2.3, .62, k);
    float x = p.x * scale + time * mix(.006, .030, k) * scale + float(i) * 3.7;
    float base = mix(.44, -.10, pow(k, 1.15)), rise = mix(.13, .40, k);
    float top = base + rise * crest(x, float(i));
    if (p.y > top + .16) continue;
    float lift = p.y - top;
    // Sand that the wind lifts off the crest.
    float gust = fbm(vec2(x * 3.2 - time * mix(.18, .42, k), lift * 16. + float(i) * 9.), 3);
    float blow = smoothstep(.48, .80, gust) * exp(-max(lift, 0.) * 26.) * smoothstep(-.004, .004, lift)
               * smoothstep(.16, .12, lift) * .55 * smoothstep(.1, .5, k);
    seen += hazeTone * blow * open;
    open *= 1. - blow;
    float edge = mix(.0012, .0022, k), solid = smoothstep(edge, -edge, lift);
    if (solid <= 0.) continue;
    float lean = (crest(x + .01, float(i)) - crest(x - .01, float(i))) * rise * 50. * scale;
    float depth = (top - p.y) / rise;
    // The shaded side begins at a wandering line under the crest.
    float wander = (crest(x * 1.0 + depth * .35, float(i) + .5) - .35) * 1.1;
    float lee = smoothstep(-.10, .16, -lean * .42 + wander * .55 - depth * .14 + .04);
    vec3 light = mix(mix(vec3(.99, .72, .44), vec3(.96, .55, .30), dusk), mix(vec3(.90, .50, .22), vec3(.74, .32, .16), dusk), k);
    vec3 shadow = mix(mix(vec3(.80, .52, .36), vec3(.66, .36, .34), dusk), mix(vec3(.42, .18, .11), vec3(.24, .08, .10), dusk), k);
    vec3 sand = mix(light, shadow, lee * .95);
    float ripple = sin((depth * 30. + noise(vec2(x * 7., depth * 5.)) * 5.) * mix(1.2, 2.2, k));
    sand *= 1. + ripple * .030 * k;
    sand = mix(sand, sand * .80, smoothstep(.1, 1.5, depth) * k);
    sand = mix(sand, hazeTone, (1. - k) * .58 * smoothstep(-.1, .9, depth + .25));
    seen += sand * solid * open;
    open *= 1. - solid;
  }
  return seen + c * open;
}
