const float SHORE = .30;

float curtain(vec2 p, float base, float seed, float speed, out float hue) {
  float t = time * speed;
  float fold = (noise(vec2(p.x * 1.3 + seed, t * .35)) - .5) * .34
             + (noise(vec2(p.x * 3.1 - seed * 2., t * .6)) - .5) * .10;
  float foot = base + fold + p.x * .10;
  float y = p.y - foot;
  if (y < -.036) return hue = 0.;
  float rays = noise(vec2(p.x * 16. + fold * 30. + seed, t * 1.1)) * .6
             + noise(vec2(p.x * 44. + fold * 50., t * 1.8 + seed)) * .4;
  float tall = .11 + .17 * noise(vec2(p.x * 2.4 + seed * 3., t * .5));
  float shape = smoothstep(-.035, .02, y) * exp(-max(y, 0.) / tall) ;
  float breath = .08 + 1.35 * smoothstep(.22, .85, noise(vec2(p.x * 2.1 - t * 1.1, seed + t * .5)));
  hue = clamp(y / (tall * 1.9), 0., 1.);
  return shape * (.30 + 1.15 * rays * rays * smoothstep(-.03, .12, y) + .25 * exp(-abs(y) * 30.)) * breath;
}

vec3 glow(float v, float hue) {
  vec3 c = mix(vec3(.16, .95, .58), vec3(.14, .66, .74), smoothstep(.05, .42, hue));
  return v * mix(c, vec3(.62, .26, .86), smoothstep(.28, .85, hue));
}

vec3 sky(vec2 p) {
  vec3 c = mix(vec3(.045, .17, .20), vec3(.012, .035, .095), smoothstep(SHORE, .85, p.y));
  float twinkle = .75 + .25 * sin(time * 1.3 + hash(floor(p * 34.)) * 40.);
  c += vec3(.85, .92, 1.) * stars(p * 34., .42, .045) * twinkle * smoothstep(.3, .6, p.y) * .9;
  c += vec3(.9, .95, 1.) * stars(p * 15. + 40., .3, .034) * smoothstep(.3, .55, p.y);
  float hue, v = curtain(p, .54, 1.3, .16, hue);
  c += glow(v, hue) * 1.1;
  v = curtain(p * vec2(1., 1.) + vec2(.4, 0.), .43, 7.9, .22, hue);
  c += glow(v, hue) * .9;
  v = curtain(p + vec2(-.5, -.10), .58, 13.1, .12, hue);
  c += glow(v, hue) * .60;
  return c;
}

float range(float x, float base, float rise, float scale, float seed) {
  return base + rise * (fbm(vec2(x * scale + seed, seed), 5) - .25);
}

vec3 land(vec3 c, vec2 p) {
  float far = range(p.x, SHORE + .04, .34, 2.2, 3.);
  float snow = smoothstep(.05, .14, p.y - SHORE) * smoothstep(.40, .68, fbm(p * vec2(14., 22.), 3));
  vec3 rock = mix(vec3(.030, .10, .13), vec3(.20, .42, .42), snow * .8);
  c = mix(c, rock, smoothstep(.0018, -.0018, p.y - far));
  float near = range(p.x, SHORE + .008, .10, 3.4, 11.);
  return mix(c, vec3(.012, .045, .06), smoothstep(.0018, -.0018, p.y - near));
}

vec3 scene(vec2 p) {
  vec3 c;
  if (p.y > SHORE) {
    c = land(sky(p), p);
  } else {
    float d = SHORE - p.y, z = 1. / (d + .03);
    float ripple = noise(vec2(p.x * z * 1.6, z * 2.4 + time * .5)) - .5;
    float fine = noise(vec2(p.x * z * 4. + 9., z * 5. - time * .4)) - .5;
    vec2 q = vec2(p.x + ripple * .012, SHORE + d * 1.25 + (ripple * .05 + fine * .02) * smoothstep(0., .2, d));
    c = land(sky(q), q) * mix(.85, .60, smoothstep(0., .3, d)) + vec3(.004, .016, .024);
  }
  c += vec3(.05, .16, .16) * exp(-abs(p.y - SHORE) * 38.) * .5;
  c = mix(c, vec3(.004, .016, .022), pines(p, -.06 + .16 * smoothstep(.05, .8, abs(p.x + .12)), .07, .05 + .24 * smoothstep(.2, .8, abs(p.x + .12)), 2.));
  return c;
}
